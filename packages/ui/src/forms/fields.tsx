import type { ComponentProps } from 'react';
import { Text } from '../i18n/bilingual.tsx';
import { useBothTexts, type Word } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';
import {
  Field,
  FieldMessage,
  type FieldProps,
  Hint,
  useBlurAfterPointer,
  useDescription,
  useFieldId,
} from './field.tsx';

export interface Option {
  readonly value: string | number;
  readonly label: Word | string;
}

/** Joins both languages, the chosen one first, since an `option` element holds text only. */
function useOptionText(): (label: Word | string) => string {
  const bothTexts = useBothTexts();
  return (label) => (typeof label === 'string' ? label : bothTexts(label));
}

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'name' | 'children'> {
  options: readonly Option[];
  /** The first option, which means no choice. */
  choose?: Word;
}

export function SelectField({
  name,
  label,
  hint,
  error,
  options,
  choose = words.choose,
  onBlur,
  ...native
}: SelectFieldProps) {
  const handleBlur = useBlurAfterPointer(onBlur);
  const optionText = useOptionText();
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...native} {...control} className="input" onBlur={handleBlur}>
          <option value="">{optionText(choose)}</option>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {optionText(text)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ChoiceGroupProps extends FieldProps, Omit<ComponentProps<'input'>, 'name' | 'type' | 'value'> {
  options: readonly Option[];
}

function ChoiceGroup({
  kind,
  name,
  label,
  hint,
  error,
  options,
  onBlur,
  ...native
}: ChoiceGroupProps & { kind: 'radio' | 'checkbox' }) {
  const { describedBy, ...ids } = useDescription({ hint, error });
  const handleBlur = useBlurAfterPointer(onBlur);
  const firstId = useFieldId()(name);
  return (
    <fieldset className={error ? 'field field-wrong' : 'field'} aria-describedby={describedBy}>
      <legend className="label">
        <Text of={label} />
      </legend>
      <Hint hint={hint} id={ids.hintId} />
      <FieldMessage error={error} id={ids.errorId} />
      <div className="choices">
        {options.map(({ value, label: text }, index) => (
          <label key={value} className="choice">
            <input
              {...native}
              type={kind}
              name={name}
              value={value}
              id={index === 0 ? firstId : undefined}
              onBlur={handleBlur}
            />
            <span>
              <Text of={text} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const RadioGroup = (props: ChoiceGroupProps) => <ChoiceGroup {...props} kind="radio" />;
export const CheckboxGroup = (props: ChoiceGroupProps) => <ChoiceGroup {...props} kind="checkbox" />;

type DateFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'type'>;

/** A day of the calendar, yyyy-mm-dd. */
export function DateField({ name, label, hint, error, onBlur, ...native }: DateFieldProps) {
  const handleBlur = useBlurAfterPointer(onBlur);
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <input {...native} {...control} type="date" className="input input-date" onBlur={handleBlur} />
      )}
    </Field>
  );
}
