import { type ReactNode, useId } from 'react';
import { Message, Sentence, Text } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/word.ts';
import { useFieldId } from './field-scope.ts';

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
