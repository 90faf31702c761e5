import 'react-easy-crop/react-easy-crop.css';
import { Button, Dialog, Paragraph, Skeleton, useBothTexts, words } from '@archaka/platform';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useObjectUrl } from '../use-object-url.ts';
import { jpegOf } from './canvas.ts';
import { type Cut, PORTRAIT } from './cut.ts';
import { photoWords } from './photo-words.ts';
import { cutPhoto, type PreparedPhoto } from './prepare-photo.ts';
import { Slider } from './slider.tsx';

const QUARTER = 90;
const LARGEST_ZOOM = 5;
const MOST_TILT = 20;
const LOOK_QUALITY = 0.9;
/** Pixels of the page that an arrow key moves the photo by. */
const KEY_STEP = 8;

interface AdjustPhotoProps {
  photo: PreparedPhoto;
  onClose: () => void;
  onCut: (photo: PreparedPhoto) => void;
}

/** The photo in a frame of the ticket's shape, to be moved, sized, turned and straightened. */
export function AdjustPhoto({ photo: { picture, cut }, onClose, onCut }: AdjustPhotoProps) {
  const url = useObjectUrl(usePictureFile(picture));
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [quarters, setQuarters] = useState(Math.round(cut.turned / QUARTER));
  const [tilt, setTilt] = useState(cut.turned - Math.round(cut.turned / QUARTER) * QUARTER);
  const [chosen, setChosen] = useState<Omit<Cut, 'turned'>>(cut);
  const bothTexts = useBothTexts();
  const turned = quarters * QUARTER + tilt;

  return (
    <Dialog open onClose={onClose} title={photoWords.adjustPhoto} wide>
      <Paragraph word={photoWords.adjustHint} />
      <div className="photo-frame">
        {url ? (
          <Cropper
            disableAutomaticStylesInjection
            image={url}
            aspect={PORTRAIT}
            crop={place}
            zoom={zoom}
            maxZoom={LARGEST_ZOOM}
            rotation={turned}
            keyboardStep={KEY_STEP}
            initialCroppedAreaPixels={cut}
            cropperProps={{ role: 'application', 'aria-label': bothTexts(photoWords.frame) }}
            mediaProps={{ alt: '' }}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_parts, pixels) => setChosen(pixels)}
          />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
      <Slider label={photoWords.zoom} value={zoom} min={1} max={LARGEST_ZOOM} step={0.1} onSlide={setZoom} />
      <Slider
        label={photoWords.straighten}
        value={tilt}
        min={-MOST_TILT}
        max={MOST_TILT}
        step={1}
        onSlide={setTilt}
      />
      <div className="photo-turns">
        <Button word={photoWords.turnLeft} onClick={() => setQuarters(quarters - 1)} />
        <Button word={photoWords.turnRight} onClick={() => setQuarters(quarters + 1)} />
      </div>
      <div className="row">
        <Button
          tone="main"
          word={photoWords.useThis}
          onClick={() => void cutPhoto(picture, { ...chosen, turned }).then(onCut)}
        />
        <Button word={words.cancel} onClick={onClose} />
      </div>
    </Dialog>
  );
}

/** The picture as a file, which is what can be shown. */
function usePictureFile(picture: HTMLCanvasElement): Blob | undefined {
  const [file, setFile] = useState<Blob>();
  useEffect(() => {
    void jpegOf(picture, LOOK_QUALITY).then(setFile);
  }, [picture]);
  return file;
}
