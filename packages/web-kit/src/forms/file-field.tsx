import type { ChangeEvent, ComponentProps } from 'react';
import { Bilingual } from '../words/bilingual.tsx';
import { useBothTexts } from '../words/language.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';

export interface FileFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'name' | 'type' | 'value' | 'onChange'> {
  /** Native list of types, such as `application/pdf`. */
  accept: string;
  onPick: (file: File) => void;
  /** What is chosen already; `url` shows a photo small. */
  chosen?: { name: string; url?: string } | undefined;
  /** Being sent. */
  busy?: boolean;
  /** Part of the bytes that are sent, 0 to 1; without it a busy field shows only that it is at work. */
  progress?: number | undefined;
  onRemove?: (() => void) | undefined;
  onView?: (() => void) | undefined;
}

export function FileField({
  name,
  label,
  hint,
  error,
  onPick,
  chosen,
  busy = false,
  progress,
  onRemove,
  onView,
  ...native
}: FileFieldProps) {
  const bothTexts = useBothTexts();
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onPick(file);
    // The same file may be picked again after it was refused or removed.
    target.value = '';
  };
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <div className="file">
          <input {...native} {...control} type="file" className="file-input" onChange={pick} />
          {(busy || progress !== undefined) && (
            <progress className="file-progress" value={progress} max={1} aria-label={bothTexts(label)} />
          )}
          {chosen && (
            <div className="file-chosen" aria-live="polite">
              {chosen.url && <img className="file-photo" src={chosen.url} alt={bothTexts(label)} />}
              <span>
                <span className="hint">
                  <Bilingual word={words.chosenFile} />
                </span>
                <span className="file-name">{chosen.name}</span>
              </span>
              {onView && <Button word={words.view} onClick={onView} />}
              {onRemove && <Button word={words.remove} onClick={onRemove} />}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
