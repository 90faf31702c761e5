import { Button } from '@archaka/platform';
import { useState } from 'react';
import { useLazyModule } from '../../use-lazy-module.ts';
import { PhotoIssues } from './photo-issues.tsx';
import { photoMessages } from './photo-messages.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

interface AdjustablePhotoProps {
  photo: PreparedPhoto;
  onCrop: (photo: PreparedPhoto) => void;
}

export function AdjustablePhoto({ photo, onCrop }: AdjustablePhotoProps) {
  const [adjusting, setAdjusting] = useState(false);
  const close = () => setAdjusting(false);
  const adjustModule = useLazyModule(() => import('./adjust-photo.tsx'), {
    enabled: adjusting,
    onFailed: close,
  });
  return (
    <>
      <PhotoIssues issues={photo.issues} />
      <div>
        <Button
          word={photoMessages.adjust}
          busy={adjusting && !adjustModule}
          onClick={() => setAdjusting(true)}
        />
      </div>
      {adjustModule && (
        <adjustModule.AdjustPhoto
          photo={photo}
          onClose={close}
          onCrop={(cropped) => {
            close();
            onCrop(cropped);
          }}
        />
      )}
    </>
  );
}
