import { isCorrectable } from '@archaka/contracts/calls';
import { Button, Checkbox, Paragraph, SelectField, Sentence, TextField, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ChangeEvent } from 'react';
import { Section } from '../../desk-section.tsx';
import { toFieldLabel } from '../../labels.ts';
import type { Reason } from './settings-draft.ts';
import { needsNoteLabel } from './settings-facts.tsx';

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

export const Reasons = ({ published, reasons, onChange }: ReasonsProps) => (
  <Section title={reasonsTitle} level={3}>
    <Paragraph className="hint" word={reasonsHint} />
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
  </Section>
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
