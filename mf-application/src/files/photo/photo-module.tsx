import { Banner, Button, Sentence } from '@archaka/platform';
import { useState } from 'react';
import { useLazyModule } from '../../use-lazy-module.ts';
import type { AdjustPictureProps } from './adjust-picture.tsx';
import { photoMessages, qualityIssueMessages } from './photo-messages.ts';
import type { QualityIssue } from './photo-quality.ts';
import { cropPhoto, type PreparedPhoto } from './prepare-photo.ts';

// The modules that are loaded with the first photo.
export { preparePhoto } from './prepare-photo.ts';

interface AdjustablePhotoProps {
  photo: PreparedPhoto;
  onCrop: (photo: PreparedPhoto) => void;
}

export const AdjustablePhoto = ({ photo: { picture, crop, issues }, onCrop }: AdjustablePhotoProps) => (
  <>
    <PhotoIssues issues={issues} />
    <div>
      <AdjustButton
        picture={picture}
        crop={crop}
        title={photoMessages.adjustPhoto}
        hint={photoMessages.adjustHint}
        frame={photoMessages.frame}
        onCrop={(changed) => void cropPhoto(picture, changed).then(onCrop)}
      />
    </div>
  </>
);

/** Opens the dialog that crops a picture. */
export function AdjustButton({ onCrop, ...props }: Omit<AdjustPictureProps, 'onClose'>) {
  const [adjusting, setAdjusting] = useState(false);
  const close = () => setAdjusting(false);
  const adjustModule = useLazyModule(() => import('./adjust-picture.tsx'), {
    enabled: adjusting,
    onFailed: close,
  });
  return (
    <>
      <Button
        word={photoMessages.adjust}
        busy={adjusting && !adjustModule}
        onClick={() => setAdjusting(true)}
      />
      {adjustModule && (
        <adjustModule.AdjustPicture
          {...props}
          onClose={close}
          onCrop={(crop) => {
            close();
            onCrop(crop);
          }}
        />
      )}
    </>
  );
}

export function PhotoIssues({ issues }: { issues: readonly QualityIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <Banner tone="warning">
      {issues.map((issue) => (
        <p key={issue}>
          <Sentence word={qualityIssueMessages[issue]} />
        </p>
      ))}
    </Banner>
  );
}
