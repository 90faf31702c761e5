import { type ReactNode, useId } from 'react';
import { Message, Sentence, Text } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/word.ts';
import { useFieldId } from './field-scope.ts';

export interface FieldProps {
  /** The field's name in the specification. */
  name: string;
  label: Word;
  hint?: Word | undefined;
  /** The specification's English message; its Telugu is added. */
  error?: string | undefined;
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

export function Description(props: Pick<FieldProps, 'hint' | 'error'> & { hintId: string; errorId: string }) {
  const { hint, error, hintId, errorId } = props;
  return (
    <>
      {hint && (
        <span className="hint" id={hintId}>
          <Sentence word={hint} />
        </span>
      )}
      {error && (
        <span className="field-error" id={errorId}>
          <Message of={error} />
        </span>
      )}
    </>
  );
}

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
      <label className="label" htmlFor={id}>
        <Text of={label} />
      </label>
      <Description hint={hint} error={error} {...ids} />
      {children({ id, name, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
    </div>
  );
}
