import type { DeskExamination, StaffMember } from '@archaka/contracts/calls';
import {
  Button,
  browserExtras,
  Checkbox,
  Paragraph,
  type PortalError,
  Sentence,
  TextField,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { propose } from '../../proposal-steps.tsx';
import { type DraftErrors, findErrors, fromDraft, type SettingsDraft, toDraft } from './settings-draft.ts';
import {
  contactsAreExamples,
  type ExamTypes,
  resultsAreExamples,
  SettingsDifference,
  settingsLabels,
  toLinkLabel,
} from './settings-facts.tsx';
import { Reasons, Texts } from './settings-wordings.tsx';

const title: Word = msg`Propose a change`;
const proposed: Word = msg`The change waits for a second person.`;
const changedMeanwhile: Word = msg`Somebody has proposed or published a change meanwhile: read it, then discard what was typed.`;
const startAgain: Word = msg`Discard what was typed`;
const withdrawnHint: Word = msg`The form has the proposal that was withdrawn.`;
const startFromCurrent: Word = msg`Begin with what is in effect`;
const preview: Word = msg`What changes`;
const timeHint: Word = msg`Time in India`;
const unknownHint: Word = msg`Empty while it is not known`;
const numbersHint: Word = msg`Separated by commas`;
const feeHint: Word = msg`Whole rupees; for orders made from then on`;

type TextName = keyof typeof settingsLabels;
const controls: Readonly<Record<TextName, { type?: string; hint?: Word; maxLength?: number }>> = {
  opens: { type: 'datetime-local', hint: timeHint },
  closes: { type: 'datetime-local', hint: timeHint },
  edit_until: { type: 'datetime-local', hint: timeHint },
  examination_date: { type: 'date', hint: unknownHint },
  reporting_time: { type: 'time', hint: unknownHint },
  fee: { type: 'number', hint: feeHint },
  office: { maxLength: 20 },
  phones: { hint: numbersHint, maxLength: 120 },
  technical: { hint: numbersHint, maxLength: 120 },
  email: { type: 'email', maxLength: 100 },
  year: { maxLength: 4 },
};

const describeRejection = (error: unknown): Word => {
  const { kind, errors = [] } = (error ?? {}) as Partial<PortalError & { kind: 'invalid' }>;
  const [first] = errors;
  if (kind !== 'invalid' || !first) return toFailure(error);
  const text = `${first.field}: ${first.message}`;
  return { en: text, te: text };
};

interface SettingsFormProps {
  examination: DeskExamination;
  examTypes: ExamTypes;
  member: StaffMember;
  onDone: (message: Word) => void;
}

interface Typed {
  /** The newest that was read when the typing began. */
  readonly revision: number;
  readonly draft: SettingsDraft;
}

/** The proposal that waits or was withdrawn, or what is in effect. */
const begin = ({ current, revisions: [newest] }: DeskExamination): Typed => ({
  revision: newest?.revision ?? 0,
  draft: toDraft(newest && newest.state !== 'published' ? newest.settings : current),
});

const readTyped = (key: string): Typed | undefined => {
  const text = browserExtras.readTabText(key);
  return text === undefined ? undefined : JSON.parse(text);
};

/** Follows the newest revision until something is typed; what was typed stays in the tab, also after a reload. */
function useDraft(examination: DeskExamination, key: string) {
  const [typed, setTyped] = useState(() => readTyped(key));
  const { revision, draft } = typed ?? begin(examination);
  const store = (next: Typed | undefined) => {
    setTyped(next);
    browserExtras.writeTabText(key, next && JSON.stringify(next));
  };
  return {
    draft,
    revision,
    isTyped: typed !== undefined,
    setDraft: (next: SettingsDraft) => store({ revision, draft: next }),
    discard: () => store(undefined),
  };
}

export function SettingsForm({ examination, examTypes, member, onDone }: SettingsFormProps) {
  const { current, examine_year, revisions } = examination;
  const key = `settings-${examine_year}-${member.id}`;
  const { draft, setDraft, isTyped, revision, discard } = useDraft(examination, key);
  const isWithdrawn = !isTyped && revisions[0]?.state === 'withdrawn';
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = deskApi.useProposeSettingsMutation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const change = (changes: Partial<SettingsDraft>) => setDraft({ ...draft, ...changes });
  const settings = fromDraft(draft, current);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findErrors(draft, current, examTypes);
    setErrors(found);
    setFailure(found.reasons ?? found.results);
    if (Object.keys(found).length > 0) return;
    const { data, error } = await send({ ...settings, revision });
    if (data?.status !== 200)
      return setFailure(data?.status === 420 ? changedMeanwhile : describeRejection(error));
    discard();
    onDone(proposed);
  };

  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate aria-labelledby="settings-form-title">
      <h2 id="settings-form-title">
        <Sentence word={title} />
      </h2>
      {isWithdrawn && <Paragraph word={withdrawnHint} />}
      <Fields draft={draft} errors={errors} examTypes={examTypes} onChange={change} />
      <Texts texts={draft.texts} errors={errors} onChange={(texts) => change({ texts })} />
      {current.reasons && (
        <Reasons
          published={current.reasons.length}
          reasons={draft.reasons}
          onChange={(reasons) => change({ reasons })}
        />
      )}
      <Section title={preview} level={3}>
        <SettingsDifference before={current} after={settings} examTypes={examTypes} />
      </Section>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <div className="row">
        <Button type="submit" tone="main" word={propose} busy={isLoading} />
        {isTyped && <Button tone="link" word={startAgain} onClick={discard} />}
        {isWithdrawn && (
          <Button tone="link" word={startFromCurrent} onClick={() => setDraft(toDraft(current))} />
        )}
      </div>
    </form>
  );
}

interface FieldsProps {
  draft: SettingsDraft;
  errors: DraftErrors;
  examTypes: ExamTypes;
  onChange: (changes: Partial<SettingsDraft>) => void;
}

const Fields = ({ draft, errors, examTypes, onChange }: FieldsProps) => (
  <>
    <div className="facets">
      {(Object.keys(controls) as TextName[]).map((name) => (
        <TextField
          key={name}
          name={name}
          label={settingsLabels[name]}
          value={draft[name]}
          error={errors[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
          {...controls[name]}
        />
      ))}
    </div>
    <Checkbox
      label={contactsAreExamples}
      checked={draft.contactsExample}
      onChange={({ target }) => onChange({ contactsExample: target.checked })}
    />
    {examTypes.map(({ id }) => (
      <TextField
        key={id}
        name={`link-${id}`}
        type="url"
        label={toLinkLabel(examTypes, id)}
        value={draft.links[id] ?? ''}
        maxLength={300}
        onChange={({ target }) => onChange({ links: { ...draft.links, [id]: target.value } })}
      />
    ))}
    <Checkbox
      label={resultsAreExamples}
      checked={draft.resultsExample}
      onChange={({ target }) => onChange({ resultsExample: target.checked })}
    />
  </>
);
