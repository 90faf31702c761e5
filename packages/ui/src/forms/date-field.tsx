import { isRealDate } from '@archaka/contracts/calls';
import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEventHandler,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Bilingual, Message, Text } from '../i18n/bilingual.tsx';
import { noSuchDayMessage, words } from '../i18n/words.ts';
import { Icon } from '../layout/icon.tsx';
import {
  FieldMessage,
  type FieldProps,
  Hint,
  useBlurAfterPointer,
  useDescription,
  useFieldId,
} from './fields.tsx';
import { ExcludedCharacters, findExcluded, focusNextField, toLatinDigits } from './text-field.tsx';

type Change = ChangeEvent<HTMLInputElement>;

export interface DateFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'name' | 'type' | 'ref' | 'onChange' | 'onBlur'> {
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  onChange?: ((event: Change) => unknown) | undefined;
}

/** Day, month and year as they were typed. */
type Boxes = readonly [string, string, string];

const boxes = [
  { part: 'day', word: words.day, length: 2 },
  { part: 'month', word: words.month, length: 2 },
  { part: 'year', word: words.year, length: 4 },
] as const;

const emptyBoxes: Boxes = ['', '', ''];

const fromDate = (date: string): Boxes => {
  const [year = '', month = '', day = ''] = date.split('-');
  return [day, month, year];
};

/** @returns yyyy-mm-dd; empty while a box is */
const toDate = ([day, month, year]: Boxes): string =>
  day && month && year.length === 4 ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '';

/** A whole date in one text: day first, or year first. */
function parseWholeDate(text: string): Boxes | undefined {
  const [, year, month, day] = /^\D*(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D*$/.exec(text) ?? [];
  if (year && month && day) return [day, month, year];
  const dayFirst = /^\D*(\d{1,2})\D+(\d{1,2})\D+(\d{4})\D*$|^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!dayFirst) return undefined;
  const [first = '', second = '', third = ''] = dayFirst.slice(1).filter(Boolean);
  return [first, second, third];
}

/** What the boxes hold after a change of one, and the box to go on in: digits too many flow into the next one. */
function distribute(before: Boxes, index: number, written: string): { after: Boxes; next: number } {
  const text = toLatinDigits(written);
  const whole = parseWholeDate(text);
  if (whole) return { after: whole, next: boxes.length - 1 };
  const after: [string, string, string] = [...before];
  let next = index;
  let rest = text;
  for (; next < boxes.length; next += 1) {
    const isLast = next === boxes.length - 1;
    const { length } = boxes[next] ?? boxes[2];
    const [leading = ''] = /^\D*/.exec(rest) ?? [];
    const digits = /^\d*/.exec(rest.slice(leading.length))?.[0] ?? '';
    after[next as 0 | 1 | 2] = isLast ? rest.replace(/\D/g, '') : digits.slice(0, length);
    rest = rest.slice(leading.length + Math.min(digits.length, length));
    const isSeparated = digits !== '' && /^[\s./-]/.test(rest);
    if (isLast || !(/\d/.test(rest) || isSeparated)) break;
    if (isSeparated && !/\d/.test(rest)) return { after, next: next + 1 };
  }
  return { after, next };
}

/** What is typed in the boxes, which the calendar's control follows and leads. */
function useBoxes({ onChange, onBlur }: Pick<DateFieldProps, 'onChange' | 'onBlur'>) {
  const calendar = useRef<HTMLInputElement>(null);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const [typed, setTyped] = useState(emptyBoxes);
  const [excluded, setExcluded] = useState('');
  useEffect(() => setTyped(fromDate(calendar.current?.value ?? '')), []);

  const handleBlur = useBlurAfterPointer<HTMLInputElement>((event) => {
    const { current: control } = calendar;
    if (!inputs.current.includes(document.activeElement as HTMLInputElement) && control) {
      onBlur?.({ ...event, target: control, currentTarget: control });
    }
  });
  const handleTyping = (event: Change, index: number) => {
    const { current: control } = calendar;
    const { after, next } = distribute(typed, index, event.target.value);
    setExcluded(findExcluded(event.target.value));
    setTyped(after);
    if (next !== index) inputs.current[next]?.focus();
    if (!control) return;
    control.value = toDate(after);
    onChange?.({ ...event, type: 'change', target: control, currentTarget: control });
  };
  const handleCalendar = (event: Change) => {
    setTyped(fromDate(event.target.value));
    return onChange?.(event);
  };
  return { calendar, inputs, typed, excluded, handleBlur, handleTyping, handleCalendar };
}

/**
 * A day of the calendar in three boxes. The control with the field's name holds it as yyyy-mm-dd and is the
 * browser's own calendar, for pointers; the keyboard and screen readers have the boxes.
 */
export function DateField({ name, label, hint, error, onBlur, onChange, ref, ...native }: DateFieldProps) {
  const { describedBy, ...ids } = useDescription({ hint, error });
  const firstId = useFieldId()(name);
  const { calendar, inputs, typed, excluded, handleBlur, handleTyping, handleCalendar } = useBoxes({
    onChange,
    onBlur,
  });
  const date = toDate(typed);
  const isUnreal = date !== '' && !isRealDate(date);
  const isInvalid = error || isUnreal ? true : undefined;
  return (
    <fieldset className={isInvalid ? 'field field-wrong' : 'field'} aria-describedby={describedBy}>
      <legend className="label">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press on a label goes to its first box */}
        <label
          htmlFor={`${firstId}-calendar`}
          onClick={(event) => {
            event.preventDefault();
            inputs.current[0]?.focus();
          }}
        >
          <Text of={label} />
        </label>
      </legend>
      <Hint hint={hint} id={ids.hintId} />
      <FieldMessage error={error} id={ids.errorId} />
      <div className="date-boxes">
        {boxes.map(({ part, word, length }, index) => (
          <label key={part} className="date-box">
            <span>
              <Bilingual word={word} />
            </span>
            <input
              id={index === 0 ? firstId : undefined}
              name={`${name}-${part}`}
              className="input"
              inputMode="numeric"
              autoComplete={native.autoComplete === 'bday' ? `bday-${part}` : 'off'}
              value={typed[index]}
              size={length}
              disabled={native.disabled}
              aria-invalid={isInvalid}
              enterKeyHint="next"
              onKeyDown={focusNextField}
              ref={(input) => {
                inputs.current[index] = input;
              }}
              onChange={(event) => handleTyping(event, index)}
              onBlur={handleBlur}
            />
          </label>
        ))}
        <span className="date-calendar">
          <Icon name="calendar" />
          <input
            {...native}
            name={name}
            type="date"
            id={`${firstId}-calendar`}
            tabIndex={-1}
            aria-hidden="true"
            aria-describedby={describedBy}
            ref={(control) => {
              calendar.current = control;
              if (typeof ref === 'function') ref(control);
              else if (ref) ref.current = control;
            }}
            onChange={handleCalendar}
            onBlur={onBlur}
          />
        </span>
      </div>
      <ExcludedCharacters characters={excluded} />
      <span className="refusal" role="status">
        {isUnreal && !error && <Message of={noSuchDayMessage} />}
      </span>
    </fieldset>
  );
}
