import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { Bilingual } from '../i18n/bilingual.tsx';
import { useBothTexts } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';

interface FileFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'name' | 'type' | 'value' | 'onChange' | 'children'> {
  /** Native list of types, such as `application/pdf`. */
  accept: string;
  onPick: (file: File) => void;
  /** A thumbnail of the file, once there is one. */
  look?: { url: string | undefined; shape: 'photo' | 'page' };
  chosen?: { name: string } | undefined;
  onRemove?: (() => void) | undefined;
  onView?: (() => void) | undefined;
  children?: ReactNode;
}

export function FileField({
  name,
  label,
  hint,
  error,
  onPick,
  look,
  chosen,
  onRemove,
  onView,
  children,
  ...native
}: FileFieldProps) {
  const bothTexts = useBothTexts();
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onPick(file);
    // Allows to pick the same file again after it was rejected or removed.
    target.value = '';
  };
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <div className="file">
          <div className="file-pick">
            <input {...native} {...control} type="file" className="file-input" onChange={handleChange} />
            <span className="button" aria-hidden="true">
              <span className="button-face">
                <Bilingual word={words.chooseFile} />
              </span>
            </span>
          </div>
          {look?.url && <img className={`file-${look.shape}`} src={look.url} alt={bothTexts(label)} />}
          {chosen && (
            <div className="file-chosen" aria-live="polite">
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
          {children}
        </div>
      )}
    </Field>
  );
}
