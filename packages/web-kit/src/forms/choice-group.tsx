import type { ComponentProps } from 'react';
import { Text } from '../i18n/bilingual.tsx';
import { FieldMessage, type FieldProps, Hint, useDescription } from './field.tsx';
import { useFieldId } from './field-scope.ts';
import type { Option } from './options.ts';
import { useBlurAfterPointer } from './use-blur-after-pointer.ts';

export interface ChoiceGroupProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'name' | 'type' | 'value'> {
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
