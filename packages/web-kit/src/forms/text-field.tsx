import type { ChangeEvent, ComponentProps, Ref } from 'react';
import { keepDigits } from './digits.ts';
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
  const change = (event: ChangeEvent<Control>) => {
    if (digits) keepDigits(event.target, { most: digits, isMobile: native.type === 'tel' });
    return onChange?.(event);
  };
  const keypad = digits
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
            onChange={change}
            ref={ref as Ref<HTMLTextAreaElement>}
          />
        ) : (
          <input
            type="text"
            {...keypad}
            {...native}
            {...control}
            onChange={change}
            ref={ref as Ref<HTMLInputElement>}
          />
        )
      }
    </Field>
  );
}
