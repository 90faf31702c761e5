import type { ComponentProps } from 'react';
import type { Word } from '../i18n/word.ts';
import { words } from '../i18n/words.ts';
import { Field, type FieldProps } from './field.tsx';
import { type Option, useOptionText } from './options.ts';
import { useBlurAfterPointer } from './use-blur-after-pointer.ts';

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'name' | 'children'> {
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
