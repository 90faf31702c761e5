import type { ChangeEvent, ComponentProps, Ref } from 'react';
import { restrictToDigits } from './digits.ts';
import { Field, type FieldProps } from './field.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'name' | 'ref' | 'onChange'> {
  /** Takes digits only, and at most so many; those of Indian scripts become Latin ones, spaces go. */
  digits?: number;
  multiline?: boolean;
  ref?: Ref<Control> | undefined;
  onChange?: ((event: ChangeEvent<Control>) => unknown) | undefined;
}

export function TextField({
  name,
  label,
  hint,
  error,
  digits,
  multiline,
  onChange,
  ref,
  ...native
}: TextFieldProps) {
  const handleChange = (event: ChangeEvent<Control>) => {
    if (digits) restrictToDigits(event.target, { maxDigits: digits, isMobile: native.type === 'tel' });
    return onChange?.(event);
  };
  const inputProps = digits
    ? ({ inputMode: 'numeric', className: `input digits-${digits}` } as const)
    : { className: 'input' };
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) =>
        multiline ? (
          <textarea
            rows={3}
            {...(native as ComponentProps<'textarea'>)}
            {...control}
            className="input"
            onChange={handleChange}
            ref={ref as Ref<HTMLTextAreaElement>}
          />
        ) : (
          <input
            type="text"
            {...inputProps}
            {...native}
            {...control}
            onChange={handleChange}
            ref={ref as Ref<HTMLInputElement>}
          />
        )
      }
    </Field>
  );
}
