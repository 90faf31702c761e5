import { applicationChecks, type FilledForm, optionalChecks } from '@archaka/contracts/calls';
import {
  AgreementHint,
  Button,
  ButtonLink,
  ConfirmDialog,
  dateTimeText,
  NeedsNetwork,
  Paragraph,
  StatusCard,
  useFormContext,
  useStatusFocus,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId, useRef, useState } from 'react';
import { emptyValues, type FormValues, isFilled } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.tsx';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import {
  ConflictDialog,
  LocalDraftNotices,
  ServiceCopyChoice,
} from '../../local-draft/local-draft-notices.tsx';
import { type DraftRecovery, useLocalDraft } from '../../local-draft/use-local-draft.ts';
import { formMessages } from '../../messages.ts';
import { FeeField, FormSection } from '../../sections/form-section.tsx';
import { FormSections } from '../../sections/form-sections.tsx';
import {
  FormAside,
  findIncompleteSections,
  firstFieldId,
  paymentSection,
  sections,
} from '../../sections/section-progress.tsx';
import { CheckAnswers } from './check-answers.tsx';
import { type SubmitAction, useSubmit } from './use-submit.ts';

function ClearButton({ disabled, onClear }: { disabled: boolean; onClear: () => void }) {
  const { getValues } = useFormContext<FormValues>();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        word={words.clear}
        disabled={disabled}
        onClick={() => (isFilled(getValues()) ? setConfirming(true) : onClear())}
      />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={formMessages.clearQuestion}
        confirm={words.clear}
        onConfirm={() => {
          setConfirming(false);
          onClear();
        }}
      >
        <Paragraph word={formMessages.clearExplanation} />
      </ConfirmDialog>
    </>
  );
}

export interface ApplicationFormProps {
  /** False makes the form read-only: applications are closed. */
  open: boolean;
  number: string;
  referenceData: ReferenceData;
  /** The draft when the form was opened. */
  draft: FilledForm | undefined;
  recovery: DraftRecovery;
  /** Called when the draft was saved: the one above is outdated. */
  onSaved: () => void;
  onOrder: (orderId: string) => void;
  onClosed: () => void;
}

export function ApplicationForm({ open, ...options }: ApplicationFormProps) {
  const { formKey, checked, localDraft, submission, clear } = useApplicationForm(options);
  const { referenceData, draft } = options;
  const { examination } = referenceData;
  const agreementId = useId();
  if (!open && !isFilled(checked.form.getValues())) return null;

  return (
    <>
      {open && (
        <DraftStatus
          draft={draft}
          hasLocalChanges={localDraft.restored !== undefined}
          values={checked.form.getValues()}
          referenceData={referenceData}
        />
      )}
      {open && <LocalDraftNotices localDraft={localDraft} hasDraft={draft !== undefined} />}
      <FormSections
        key={formKey}
        checked={checked}
        referenceData={referenceData}
        frozen={submission.saved || !open}
        aside={open && <FormAside referenceData={referenceData} />}
      >
        {open && (
          <FormSection {...paymentSection}>
            <CheckAnswers referenceData={referenceData} />
            <FeeField examination={examination} />
            <Paragraph className="hint" word={formMessages.checkHint} />
            <AgreementHint id={agreementId} />
            {/* Enter in a field triggers none of them. */}
            <div className="row form-actions">
              <Button
                aria-describedby={agreementId}
                tone="main"
                word={words.confirmToPay}
                busy={checked.running === 'pay'}
                onClick={submission.pay}
              />
              <Button
                aria-describedby={agreementId}
                word={words.save}
                busy={checked.running === 'save'}
                onClick={submission.save}
              />
              <ClearButton disabled={checked.running !== undefined} onClear={clear} />
            </div>
            <NeedsNetwork />
            <ServiceCopyChoice localDraft={localDraft} />
          </FormSection>
        )}
      </FormSections>
      {submission.conflict && <ConflictDialog {...submission.conflict} />}
    </>
  );
}

const checks = [...applicationChecks, ...optionalChecks];

/** The form, its local draft and its submission change together when another draft is loaded. */
function useApplicationForm(options: Omit<ApplicationFormProps, 'open'>) {
  const { number, referenceData, recovery } = options;
  const [formKey, setFormKey] = useState(0);
  const checked = useCheckedForm<SubmitAction>({
    initial: (recovery.current ?? recovery.autosave.baseline).values,
    checks,
    referenceData,
  });
  const fill = (values: FormValues) => {
    checked.form.reset(values);
    setFormKey((count) => count + 1);
  };
  const localDraft = useLocalDraft({ form: checked.form, recovery, fill });
  const submission = useSubmit({
    ...options,
    checked,
    localDraft,
    onSaved: async () => {
      recovery.service.stop();
      await recovery.autosave.discard();
      options.onSaved();
    },
  });
  const clear = () => {
    submission.startNew();
    fill(emptyValues(number));
  };
  return { formKey, checked, localDraft, submission, clear };
}

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

function DraftStatus(props: DraftStatusProps) {
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
