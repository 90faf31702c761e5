import {
  isCorrectable,
  MAX_WORDING,
  type TextName,
  textNames,
  textVariables,
} from '@archaka/contracts/calls';
import { Button, Checkbox, Paragraph, SelectField, Sentence, TextField, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ChangeEvent } from 'react';
import { Section } from '../../desk-section.tsx';
import { toFieldLabel } from '../../labels.ts';
import type { DraftErrors, Reason, TextDraft } from './settings-draft.ts';
import { needsNoteLabel, templateLabel, textLabels } from './settings-facts.tsx';

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

const textsTitle: Word = msg`Messages by SMS`;
const textsHint: Word = msg`Enter a wording as the operators (DLT) have registered it, with the ID of its template.`;
const isSentLabel: Word = msg`This message is sent`;
const wordingLabel: Word = msg`Wording`;
const toVariablesHint = (variables: string): Word => msg`Variables: ${variables}`;

interface TextsProps {
  texts: Readonly<Record<TextName, TextDraft>>;
  errors: DraftErrors;
  onChange: (texts: Readonly<Record<TextName, TextDraft>>) => void;
}

export const Texts = ({ texts, errors, onChange }: TextsProps) => (
  <Section title={textsTitle} level={3}>
    <Paragraph className="hint" word={textsHint} />
    {textNames.map((name) => (
      <TextFields
        key={name}
        name={name}
        text={texts[name]}
        errors={errors}
        onChange={(text) => onChange({ ...texts, [name]: text })}
      />
    ))}
  </Section>
);

interface TextFieldsProps {
  name: TextName;
  text: TextDraft;
  errors: DraftErrors;
  onChange: (text: TextDraft) => void;
}

const TextFields = ({ name, text, errors, onChange }: TextFieldsProps) => (
  <fieldset className="card stack">
    <legend>
      <Sentence word={textLabels[name]} />
    </legend>
    <Checkbox
      label={isSentLabel}
      checked={text.isSent}
      onChange={({ target }) => onChange({ ...text, isSent: target.checked })}
    />
    {text.isSent && (
      <TextField
        name={`texts.${name}.template`}
        label={templateLabel}
        value={text.template}
        error={errors[`texts.${name}.template`]}
        maxLength={40}
        onChange={({ target }) => onChange({ ...text, template: target.value })}
      />
    )}
    <TextField
      name={`texts.${name}.wording`}
      label={wordingLabel}
      hint={toVariablesHint(textVariables[name].map((variable) => `##${variable}##`).join(' '))}
      value={text.wording}
      error={errors[`texts.${name}.wording`]}
      maxLength={MAX_WORDING}
      multiline
      onChange={({ target }) => onChange({ ...text, wording: target.value })}
    />
  </fieldset>
);
