import { type DeskExamination, isCorrectable } from '@archaka/contracts/calls';
import {
  Button,
  Checkbox,
  type PortalError,
  SelectField,
  Sentence,
  TextField,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { toFailure } from '../../failures.ts';
import { toFieldLabel } from '../../labels.ts';
import { useProposeSettingsMutation } from './settings-api.ts';
import {
  type DraftErrors,
  findErrors,
  fromDraft,
  type Reason,
  type SettingsDraft,
  toDraft,
} from './settings-draft.ts';
import {
  contactsAreExamples,
  type ExamTypes,
  needsNoteLabel,
  resultsAreExamples,
  SettingsDifference,
  settingsLabels,
  toLinkLabel,
} from './settings-facts.tsx';

const title: Word = msg`Propose a change`;
const propose: Word = msg`Propose`;
const proposed: Word = msg`The change waits for a second person.`;
const changedMeanwhile: Word = msg`Somebody has proposed or published a change meanwhile. Read it first.`;
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
  onDone: (message: Word) => void;
}

/** Begins with the proposal that waits, or with what is in effect. */
export function SettingsForm({ examination: { current, revisions }, examTypes, onDone }: SettingsFormProps) {
  const [newest] = revisions;
  const [draft, setDraft] = useState(() => toDraft(newest?.state === 'proposed' ? newest.settings : current));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = useProposeSettingsMutation();
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
    const { data, error } = await send({ ...settings, revision: newest?.revision ?? 0 });
    if (data?.status === 200) onDone(proposed);
    else setFailure(data?.status === 420 ? changedMeanwhile : describeRejection(error));
  };

  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate aria-labelledby="settings-form-title">
      <h2 id="settings-form-title">
        <Sentence word={title} />
      </h2>
      <div className="facets">
        {(Object.keys(controls) as TextName[]).map((name) => (
          <TextField
            key={name}
            name={name}
            label={settingsLabels[name]}
            value={draft[name]}
            error={errors[name]}
            onChange={({ target }) => change({ [name]: target.value })}
            {...controls[name]}
          />
        ))}
      </div>
      <Checkbox
        label={contactsAreExamples}
        checked={draft.contactsExample}
        onChange={({ target }) => change({ contactsExample: target.checked })}
      />
      {examTypes.map(({ id }) => (
        <TextField
          key={id}
          name={`link-${id}`}
          type="url"
          label={toLinkLabel(examTypes, id)}
          value={draft.links[id] ?? ''}
          maxLength={300}
          onChange={({ target }) => change({ links: { ...draft.links, [id]: target.value } })}
        />
      ))}
      <Checkbox
        label={resultsAreExamples}
        checked={draft.resultsExample}
        onChange={({ target }) => change({ resultsExample: target.checked })}
      />
      {current.reasons && (
        <Reasons
          published={current.reasons.length}
          reasons={draft.reasons}
          onChange={(reasons) => change({ reasons })}
        />
      )}
      <section className="stack" aria-labelledby="settings-preview-title">
        <h3 id="settings-preview-title">
          <Sentence word={preview} />
        </h3>
        <SettingsDifference before={current} after={settings} examTypes={examTypes} />
      </section>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <div className="row">
        <Button type="submit" tone="main" word={propose} busy={isLoading} />
      </div>
    </form>
  );
}

const reasonsTitle: Word = msg`Reasons of decisions`;
const reasonsHint: Word = msg`Applicants read both languages. A reason stays once it is published; its text may change.`;
const addReason: Word = msg`Add a reason`;
const removeReason: Word = msg`Remove it`;
const reasonId: Word = msg`Its name in records`;
const idHint: Word = msg`Small Latin letters and hyphens`;
const teluguLabel: Word = msg`Text in Telugu`;
const englishLabel: Word = msg`Text in English`;
const verdicts: Readonly<Record<Reason['verdict'], Word>> = {
  correction: msg`Correction`,
  rejected: msg`Rejection`,
};
const reasonFields = [
  ...['image', 'birth_certificate', 'previous_certificate', 'markmemos_certificate'],
  ...[
    'accommodation_certificate',
    'aadhar',
    'identity_number',
    'name',
    'father_name',
    'dob',
    'postal_address',
  ],
  ...[
    'district',
    'mandal',
    'exam_type',
    'exam_regular',
    'pasthallticket',
    'language',
    'centre_district',
    'agamamu',
  ],
].filter(isCorrectable);
const emptyReason: Reason = {
  id: '',
  verdict: 'correction',
  field: 'image',
  name: '',
  name_te: '',
  needs_note: false,
};

interface ReasonsProps {
  /** How many of them, the first ones, are in effect. */
  published: number;
  reasons: readonly Reason[];
  onChange: (reasons: readonly Reason[]) => void;
}

const Reasons = ({ published, reasons, onChange }: ReasonsProps) => (
  <section className="stack" aria-labelledby="settings-reasons-title">
    <h3 id="settings-reasons-title">
      <Sentence word={reasonsTitle} />
    </h3>
    <p className="hint">
      <Sentence word={reasonsHint} />
    </p>
    {reasons.map((reason, index) => (
      <ReasonFields
        // biome-ignore lint/suspicious/noArrayIndexKey: the id of a new reason is being typed
        key={index}
        number={index + 1}
        reason={reason}
        onChange={(next) => onChange(reasons.map((each, at) => (at === index ? next : each)))}
        onRemove={index < published ? undefined : () => onChange(reasons.filter((_, at) => at !== index))}
      />
    ))}
    <Button word={addReason} onClick={() => onChange([...reasons, emptyReason])} />
  </section>
);

interface ReasonFieldsProps {
  number: number;
  reason: Reason;
  onChange: (reason: Reason) => void;
  /** Absent for a reason that is in effect, of which only the texts may change. */
  onRemove: (() => void) | undefined;
}

function ReasonFields({ number, reason, onChange, onRemove }: ReasonFieldsProps) {
  const toText = (name: 'id' | 'name' | 'name_te') => ({
    name: `reason-${number}-${name}`,
    value: reason[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ ...reason, [name]: target.value }),
  });
  return (
    <fieldset className="card stack">
      <legend>
        {number}. <Sentence word={toFieldLabel(reason.field)} />, <Sentence word={verdicts[reason.verdict]} />
      </legend>
      {onRemove && (
        <div className="facets">
          <TextField {...toText('id')} label={reasonId} hint={idHint} maxLength={40} />
          <SelectField
            name={`reason-${number}-verdict`}
            label={msg`Decision`}
            value={reason.verdict}
            options={(Object.keys(verdicts) as Reason['verdict'][]).map((value) => {
              return { value, label: verdicts[value] };
            })}
            onChange={({ target }) => onChange({ ...reason, verdict: target.value as Reason['verdict'] })}
          />
          <SelectField
            name={`reason-${number}-field`}
            label={msg`Field`}
            value={reason.field}
            options={reasonFields.map((value) => ({ value, label: toFieldLabel(value) }))}
            onChange={({ target }) => onChange({ ...reason, field: target.value })}
          />
        </div>
      )}
      <TextField {...toText('name_te')} lang="te" label={teluguLabel} maxLength={200} />
      <TextField {...toText('name')} lang="en" label={englishLabel} maxLength={200} />
      <Checkbox
        label={needsNoteLabel}
        checked={reason.needs_note}
        onChange={({ target }) => onChange({ ...reason, needs_note: target.checked })}
      />
      {onRemove && <Button tone="link" word={removeReason} onClick={onRemove} />}
    </fieldset>
  );
}
