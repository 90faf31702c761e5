import {
  Bilingual,
  Button,
  Field,
  type FieldProps,
  Sentence,
  useBothTexts,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useState } from 'react';

interface FilePickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  word: Word;
  onPick: (files: readonly File[]) => void;
  boxClass?: string;
}

/** The browser's own input, covered by a button in the portal's words. */
export function FilePick({ word, onPick, boxClass = '', ...input }: FilePickProps) {
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Allows to pick the same file again after it was rejected or removed.
    target.value = '';
    if (files.length > 0) onPick(files);
  };
  return (
    <div className={`file-pick ${boxClass}`}>
      <input {...input} type="file" className="file-input" onChange={handleChange} />
      <span className="button" aria-hidden="true">
        <span className="button-face">
          <Bilingual word={word} />
        </span>
      </span>
    </div>
  );
}

const chooseFile = msg`Choose a file`;
const chosenFile = msg`Chosen file`;

interface FileFieldProps extends FieldProps {
  /** Native list of types, such as `application/pdf`. */
  accept: string;
  onPick: (file: File) => void;
  /** A thumbnail of the file, once there is one. */
  look: { url: string | undefined; shape: 'photo' | 'page' };
  chosen?: { name: string; size?: Word | undefined } | undefined;
  onRemove?: () => void;
  onView?: () => void;
  children: ReactNode;
}

export function FileField({
  accept,
  onPick,
  look,
  chosen,
  onRemove,
  onView,
  children,
  ...field
}: FileFieldProps) {
  const alt = useBothTexts()(field.label);
  return (
    <Field {...field}>
      {(control) => (
        <div className="file">
          <FilePick
            {...control}
            word={chooseFile}
            accept={accept}
            onPick={([file]) => file && onPick(file)}
          />
          {look.url && <img className={`file-${look.shape}`} src={look.url} alt={alt} />}
          {chosen && (
            <div className="file-chosen" aria-live="polite">
              <span>
                <span className="hint">
                  <Bilingual word={chosenFile} />
                </span>
                <span className="file-name">{chosen.name}</span>
                {chosen.size && (
                  <span className="file-size">
                    <Sentence word={chosen.size} />
                  </span>
                )}
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

/** An object URL of a local file, valid while the component is mounted. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [created, setCreated] = useState<{ of: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setCreated({ of: file, url });
    return () => {
      URL.revokeObjectURL(url);
      setCreated(undefined);
    };
  }, [file]);
  return created?.of === file ? created?.url : undefined;
}
