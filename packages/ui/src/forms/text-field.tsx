import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useRef,
  useState,
} from 'react';
import { Message } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';
import { digitsOnlyMessage, tooManyDigitsMessage } from '../i18n/words.ts';
import { Field, type FieldProps, useBlurAfterPointer } from './fields.tsx';

const isDigit = (codePoint: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** Unicode has the ten digits of a script in a row, and each row directly after complete rows only. */
function toLatinDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let start = codePoint;
  while (isDigit(start - 1)) start -= 1;
  return String((codePoint - start) % 10);
}

/** Replaces the digits of every script by those that the services read; all else stays. */
export const toLatinDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, toLatinDigit);

/** How numbers are written on cards and by people, besides their digits. */
const SEPARATORS = /[\s\-\u2010-\u2015\u2212.,/()+\uff0b\p{Cf}]/gu;

/** The characters that a field of digits leaves out, other than separators. */
export const findExcluded = (text: string): string =>
  [...new Set(text.replace(SEPARATORS, '').replace(/\p{Nd}/gu, ''))].join('');

const extractDigits = (text: string): string => toLatinDigits(text).replace(/\D/g, '');

/** What may precede the ten digits of an Indian mobile number; a leading + is 00 by then. */
const MOBILE_PREFIXES = [/^0?910?(?=[6-9]\d{9}$)/, /^00910?(?=\d)/, /^0(?=[1-9])/];

/** A number as it was written: the prefix that is recognised, and all other digits. */
export interface WrittenNumber {
  readonly prefix: string;
  readonly digits: string;
}

/** No digit is lost: what is not a known prefix stays in `digits`, however long these become. */
export function readNumber(text: string, { isMobile }: { isMobile: boolean }): WrittenNumber {
  const written = extractDigits(isMobile ? text.replace(/^[^\p{Nd}]*[+\uff0b]/u, '00') : text);
  const prefix = isMobile ? findPrefix(written) : '';
  return { prefix, digits: written.slice(prefix.length) };
}

function findPrefix(written: string): string {
  for (const pattern of MOBILE_PREFIXES) {
    const found = pattern.exec(written);
    if (found) return found[0];
  }
  return '';
}

/**
 * Reads a control's text after a change, and shows its digits with the caret behind the same ones as before.
 * @param shown what the control showed: digits that are added to it continue a number whose prefix is no longer shown
 */
function showDigits(
  control: HTMLInputElement | HTMLTextAreaElement,
  { shown, isMobile }: { shown: WrittenNumber; isMobile: boolean },
): WrittenNumber {
  const { value, selectionStart } = control;
  const continues = shown.digits !== '' && value.startsWith(shown.digits);
  const read = readNumber(continues ? shown.prefix + value : value, { isMobile });
  if (read.digits === value) return read;
  const digitsAfterCaret = extractDigits(value.slice(selectionStart ?? value.length)).length;
  control.value = read.digits;
  const caret = Math.max(0, read.digits.length - digitsAfterCaret);
  control.setSelectionRange(caret, caret);
  return read;
}

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
  const [excluded, setExcluded] = useState('');
  const readChange = ({ target }: ChangeEvent<Control>) => {
    if (!digits) return;
    setExcluded(findExcluded(target.value));
    shown.current = showDigits(target, { shown: shown.current, isMobile: type === 'tel' });
    const count = shown.current.digits.length;
    setExcess(count > digits ? tooManyDigitsMessage(count, digits) : undefined);
  };
  return { excess, excluded, readChange };
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
  const { excess, excluded, readChange } = useDigits(digits, native.type);
  const handleBlur = useBlurAfterPointer<Control>(onBlur);
  const handleChange = (event: ChangeEvent<Control>) => {
    readChange(event);
    return onChange?.(event);
  };
  const inputProps = digits
    ? // The styles see by a blank placeholder whether the field is empty.
      ({ inputMode: 'numeric', className: `input digits-${digits}`, placeholder: ' ' } as const)
    : { className: 'input' };
  return (
    <Field name={name} label={label} hint={hint} error={error ?? excess}>
      {(control) =>
        multiline ? (
          <textarea
            rows={3}
            {...(native as ComponentProps<'textarea'>)}
            {...control}
            // Its key adds a line.
            enterKeyHint={undefined}
            className="input"
            onChange={handleChange}
            onBlur={handleBlur}
            ref={ref as Ref<HTMLTextAreaElement>}
          />
        ) : (
          <>
            <input
              type="text"
              {...inputProps}
              {...native}
              {...control}
              {...(native.enterKeyHint === 'next' && { onKeyDown: focusNextField })}
              onChange={handleChange}
              onBlur={handleBlur}
              ref={ref as Ref<HTMLInputElement>}
            />
            {digits && <ExcludedCharacters characters={excluded} />}
          </>
        )
      }
    </Field>
  );
}

/** What a field of digits left out, at once and aloud. */
export const ExcludedCharacters = ({ characters }: { characters: string }) => (
  <span className="refusal" role="status">
    {characters && <Message of={digitsOnlyMessage(characters)} />}
  </span>
);

const isFocusable = (element: Element): element is HTMLElement =>
  element.matches(
    ':is(input, select, textarea):not([readonly], [type="hidden"], [tabindex="-1"], :disabled)',
  );

/** The key of a phone's keyboard that reads 'next' goes on; there a browser would send the form. */
export function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: field, key, nativeEvent } = event;
  const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
  if (!isTouch || key !== 'Enter' || nativeEvent.isComposing || !field.form) return;
  event.preventDefault();
  const fields = [...field.form.elements].filter(isFocusable);
  fields[fields.indexOf(field) + 1]?.focus();
}
