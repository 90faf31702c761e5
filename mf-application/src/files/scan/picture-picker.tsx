import { Bilingual, useBothTexts, type Word } from '@archaka/platform';
import type { ChangeEvent, ComponentProps } from 'react';

interface PicturePickerProps extends Pick<ComponentProps<'input'>, 'capture' | 'className'> {
  word: Word;
  onPick: (files: readonly File[]) => void;
}

/** `capture` opens the camera. The input has no name, since it is no field of the form. */
export function PicturePicker({ word, onPick, capture, className = '' }: PicturePickerProps) {
  const bothTexts = useBothTexts();
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Allows to pick the same picture again after it was removed.
    target.value = '';
    if (files.length > 0) onPick(files);
  };
  return (
    <div className={`file-pick ${className}`}>
      <input
        type="file"
        className="file-input"
        accept="image/jpeg,image/png"
        capture={capture}
        multiple
        aria-label={bothTexts(word)}
        onChange={handleChange}
      />
      <span className="button" aria-hidden="true">
        <span className="button-face">
          <Bilingual word={word} />
        </span>
      </span>
    </div>
  );
}
