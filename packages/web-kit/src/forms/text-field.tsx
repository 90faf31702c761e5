import type { ChangeEvent, ComponentProps, FocusEvent, Ref } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { useBlurAfterPointer } from './use-blur-after-pointer.ts';

/** Code points of the digit 0 in the scripts of common keyboards: Telugu, Devanagari, Kannada, Tamil. */
const scriptZeros = [0x0c66, 0x0966, 0x0ce6, 0x0be6];

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = scriptZeros.find((start) => code >= start && code < start + 10);
  return zero === undefined ? '' : String(code - zero);
}

const extractDigits = (text: string): string =>
  text.replace(/\D/g, (character) => (/\p{Nd}/u.test(character) ? latinDigit(character) : ''));

/** Matches a complete Indian mobile number; the country code or 0 before its ten digits is not part of it. */
const stripMobilePrefix = (digits: string): string =>
  /^(?:(?:00)?91|0)([6-9]\d{9})$/.exec(digits)?.[1] ?? digits;

interface DigitRestriction {
  readonly maxDigits: number;
  readonly isMobile: boolean;
}

/** Leaves only digits in a control, up to a maximum, and retains the caret's position among them. */
function restrictToDigits(
  control: HTMLInputElement | HTMLTextAreaElement,
  { maxDigits, isMobile }: DigitRestriction,
): void {
  const { value, selectionStart } = control;
  const digits = extractDigits(value);
  const accepted = (isMobile ? stripMobilePrefix(digits) : digits).slice(0, maxDigits);
  if (accepted === value) return;
  const digitsAfterCaret =
    digits.length - extractDigits(value.slice(0, selectionStart ?? value.length)).length;
  control.value = accepted;
  const caret = Math.max(0, accepted.length - digitsAfterCaret);
  control.setSelectionRange(caret, caret);
}

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'name' | 'ref' | 'onChange' | 'onBlur'> {
  /** Accepts only digits, up to a maximum; converts digits of Indian scripts to Latin ones and drops spaces. */
  digits?: number;
  multiline?: boolean;
  ref?: Ref<Control> | undefined;
  onChange?: ((event: ChangeEvent<Control>) => unknown) | undefined;
  onBlur?: ((event: FocusEvent<Control>) => unknown) | undefined;
}

export function TextField({
  name,
  label,
  hint,
  error,
  digits,
  multiline,
  onChange,
  onBlur,
  ref,
  ...native
}: TextFieldProps) {
  const handleBlur = useBlurAfterPointer<Control>(onBlur);
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
            onBlur={handleBlur}
            ref={ref as Ref<HTMLTextAreaElement>}
          />
        ) : (
          <input
            type="text"
            {...inputProps}
            {...native}
            {...control}
            onChange={handleChange}
            onBlur={handleBlur}
            ref={ref as Ref<HTMLInputElement>}
          />
        )
      }
    </Field>
  );
}
