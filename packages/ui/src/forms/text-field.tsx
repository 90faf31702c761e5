import { type ChangeEvent, type ComponentProps, type FocusEvent, type Ref, useRef, useState } from 'react';
import type { Word } from '../i18n/languages.ts';
import { tooManyDigitsMessage } from '../i18n/words.ts';
import { showDigits, type WrittenNumber } from './digits.ts';
import { Field, type FieldProps, useBlurAfterPointer } from './field.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'name' | 'ref' | 'onChange' | 'onBlur'> {
  /** How many digits the number has: other characters are dropped, more digits are shown and reported. */
  digits?: number;
  multiline?: boolean;
  ref?: Ref<Control> | undefined;
  onChange?: ((event: ChangeEvent<Control>) => unknown) | undefined;
  onBlur?: ((event: FocusEvent<Control>) => unknown) | undefined;
}

const nothingShown: WrittenNumber = { prefix: '', digits: '' };

/** For a field of so many digits; a field without a number has no `digits`. */
function useDigits(digits: number | undefined, type: string | undefined) {
  const shown = useRef(nothingShown);
  const [excess, setExcess] = useState<Word>();
  const readChange = ({ target }: ChangeEvent<Control>) => {
    if (!digits) return;
    shown.current = showDigits(target, { shown: shown.current, isMobile: type === 'tel' });
    const count = shown.current.digits.length;
    setExcess(count > digits ? tooManyDigitsMessage(count, digits) : undefined);
  };
  return { excess, readChange };
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
  const { excess, readChange } = useDigits(digits, native.type);
  const handleBlur = useBlurAfterPointer<Control>(onBlur);
  const handleChange = (event: ChangeEvent<Control>) => {
    readChange(event);
    return onChange?.(event);
  };
  const inputProps = digits
    ? ({ inputMode: 'numeric', className: `input digits-${digits}` } as const)
    : { className: 'input' };
  return (
    <Field name={name} label={label} hint={hint} error={error ?? excess}>
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
