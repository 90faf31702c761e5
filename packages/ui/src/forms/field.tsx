import { createContext, type FocusEvent, type ReactNode, use, useEffect, useId, useRef } from 'react';
import { Message, Sentence, Text } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';

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
