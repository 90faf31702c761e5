import { MAX_WORDING, type TextName, textNames, textVariables } from '@archaka/contracts/calls';
import { Checkbox, Paragraph, Sentence, TextField, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Section } from '../../desk-section.tsx';
import type { DraftErrors, TextDraft } from './settings-draft.ts';
import { templateLabel, textLabels } from './settings-facts.tsx';

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
