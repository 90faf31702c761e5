import { AdjustButton } from './adjust-button.tsx';
import { PhotoIssues } from './photo-issues.tsx';
import { photoMessages } from './photo-messages.ts';
import { cropPhoto, type PreparedPhoto } from './prepare-photo.ts';

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
