import { Button } from '@archaka/platform';
import { useState } from 'react';
import { usePart } from '../use-part.ts';
import { PhotoFlaws } from './photo-flaws.tsx';
import { photoWords } from './photo-words.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

interface AdjustablePhotoProps {
  photo: PreparedPhoto;
  onCut: (photo: PreparedPhoto) => void;
}

/** What may be better about the photo, and the way to cut it anew. */
export function AdjustablePhoto({ photo, onCut }: AdjustablePhotoProps) {
  const [adjusting, setAdjusting] = useState(false);
  const close = () => setAdjusting(false);
  const part = usePart(() => import('./adjust-photo.tsx'), { wanted: adjusting, onFailed: close });
  return (
    <>
      <PhotoFlaws flaws={photo.flaws} />
      <div>
        <Button word={photoWords.adjust} busy={adjusting && !part} onClick={() => setAdjusting(true)} />
      </div>
      {part && (
        <part.AdjustPhoto
          photo={photo}
          onClose={close}
          onCut={(cut) => {
            close();
            onCut(cut);
          }}
        />
      )}
    </>
  );
}
