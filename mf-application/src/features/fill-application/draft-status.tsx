import type { FilledForm } from '@archaka/contracts/calls';
import { ButtonLink, dateTimeText, StatusCard, useStatusFocus, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { FormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.tsx';
import {
  findIncompleteSections,
  firstFieldId,
  paymentSection,
  sections,
} from '../../sections/section-progress.tsx';

const notBegun = {
  title: msg`You have not applied yet`,
  sentences: [msg`It takes about ten minutes. You may stop at any time: what you type is kept.`],
};
const unfinished: Word = msg`Your form is unfinished; it is not saved yet`;
const apply: Word = msg`Apply`;
const continueForm: Word = msg`Continue`;

interface DraftStatusProps {
  draft: FilledForm | undefined;
  /** The form contains input that is newer than the draft. */
  hasLocalChanges: boolean;
  values: FormValues;
  referenceData: ReferenceData;
}

export function DraftStatus(props: DraftStatusProps) {
  // The list of sections reports the input from now on.
  const [{ draft, hasLocalChanges, next }] = useState(() => ({ ...props, next: findNextSection(props) }));
  const container = useRef<HTMLDivElement>(null);
  useStatusFocus(container);
  const begun = draft !== undefined || hasLocalChanges;
  return (
    <div ref={container} id="status" tabIndex={-1}>
      <StatusCard
        tone={begun ? 'warning' : 'info'}
        {...describeDraft(draft, hasLocalChanges)}
        reached={draft && !hasLocalChanges ? 1 : 0}
        level={3}
      >
        <ButtonLink
          to={`/#${begun ? next.id : firstFieldId}`}
          word={begun ? continueForm : apply}
          tone="main"
        />
      </StatusCard>
    </div>
  );
}

function findNextSection({ values, referenceData }: DraftStatusProps) {
  const incomplete = findIncompleteSections(values, referenceData);
  return Object.values(sections).find(({ id }) => incomplete.has(id)) ?? paymentSection;
}

function describeDraft(
  draft: FilledForm | undefined,
  hasLocalChanges: boolean,
): { title: Word; sentences: Word[] } {
  if (hasLocalChanges) return { title: unfinished, sentences: [] };
  if (!draft) return notBegun;
  return { title: toSavedTitle(draft), sentences: [] };
}

function toSavedTitle({ saved_at }: FilledForm): Word {
  if (!saved_at) return msg`Your form is saved, not submitted yet`;
  const when = dateTimeText(saved_at);
  return msg`Your form was saved on ${when}; it is not submitted yet`;
}
