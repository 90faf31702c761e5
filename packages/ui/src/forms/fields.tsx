import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
} from 'react';
import { Message, Sentence, Text } from '../i18n/bilingual.tsx';
import { BothLanguagesContext, textIn, useBothTexts, useLanguage, type Word } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';

/** Prefix of field ids, which separates a dialog's fields from those of the page behind it. */
export const FieldScope = createContext('field');

/** Id of a field, by which a summary links to any kind of field. */
export function useFieldId(): (name: string) => string {
  const scope = use(FieldScope);
  return (name) => `${scope}-${name}`;
}

export interface FieldProps {
  /** The field's name in the specification. */
  name: string;
  label: Word;
  hint?: Word | undefined;
  /** The specification's English message, whose Telugu is added; or a message in both languages. */
  error?: Word | string | undefined;
}

interface ControlProps {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export function useDescription({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const baseId = useId();
  const hintId = `${baseId}hint`;
  const errorId = `${baseId}error`;
  const ids = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return { hintId, errorId, describedBy: ids || undefined };
}

export const Hint = ({ hint, id }: Pick<FieldProps, 'hint'> & { id: string }) =>
  hint && (
    <span className="hint" id={id}>
      <Sentence word={hint} />
    </span>
  );

export const FieldMessage = ({ error, id }: Pick<FieldProps, 'error'> & { id: string }) =>
  error && (
    <span className="field-error" id={id}>
      <Message of={error} />
    </span>
  );

export function Field({
  name,
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { describedBy, ...ids } = useDescription({ hint, error });
  const id = useFieldId()(name);
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <div className="field-head">
        <label className="label" htmlFor={id}>
          <Text of={label} />
        </label>
        <Hint hint={hint} id={ids.hintId} />
      </div>
      <FieldMessage error={error} id={ids.errorId} />
      {children({ id, name, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
    </div>
  );
}

/** `dragend` ends a press that became a drag. A touch sends mouse events afterwards. */
const pointerEnds = ['mouseup', 'dragend'] as const;

/**
 * A `blur` handler that waits for the end of the press that took the focus. Otherwise an error that it shows
 * moves the pressed element from under the pointer, and the browser sends no click.
 */
export function useBlurAfterPointer<Control>(onBlur: ((event: FocusEvent<Control>) => unknown) | undefined) {
  const isPressed = useRef(false);
  const delayed = useRef<() => unknown>(undefined);
  useEffect(() => {
    const begin = () => {
      isPressed.current = true;
    };
    const end = () => {
      isPressed.current = false;
      // The click follows directly after the end of its press.
      if (delayed.current) setTimeout(delayed.current);
      delayed.current = undefined;
    };
    document.addEventListener('mousedown', begin, true);
    for (const type of pointerEnds) document.addEventListener(type, end, true);
    return () => {
      document.removeEventListener('mousedown', begin, true);
      for (const type of pointerEnds) document.removeEventListener(type, end, true);
    };
  }, []);

  return (event: FocusEvent<Control>) => {
    if (isPressed.current) delayed.current = () => onBlur?.(event);
    else onBlur?.(event);
  };
}

export interface Option {
  readonly value: string | number;
  readonly label: Word | string;
}

/** An `option` element holds text only: styles cannot hide its second language, but a label replaces its text. */
function useOptionTexts(): (word: Word | string) => { children: string; label?: string } {
  const [language, both, bothTexts] = [useLanguage(), use(BothLanguagesContext), useBothTexts()];
  return (word) => {
    if (typeof word === 'string') return { children: word };
    return { children: bothTexts(word), ...(!both && { label: textIn(language, word) }) };
  };
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
  const toTexts = useOptionTexts();
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...native} {...control} className="input" onBlur={handleBlur}>
          <option value="" {...toTexts(choose)} />
          {options.map(({ value, label: text }) => (
            <option key={value} value={value} {...toTexts(text)} />
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
