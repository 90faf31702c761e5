import 'react-easy-crop/react-easy-crop.css';
import {
  Bilingual,
  Button,
  Dialog,
  Paragraph,
  Skeleton,
  useBothTexts,
  type Word,
  words,
} from '@archaka/platform';
import { type ComponentProps, useEffect, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useObjectUrl } from '../use-object-url.ts';
import { encodeJpeg } from './canvas.ts';
import { type Crop, PORTRAIT_RATIO } from './crop.ts';
import { photoMessages } from './photo-messages.ts';
import { cropPhoto, type PreparedPhoto } from './prepare-photo.ts';

interface SliderProps extends Pick<ComponentProps<'input'>, 'min' | 'max' | 'step' | 'value'> {
  label: Word;
  onSlide: (value: number) => void;
}

function Slider({ label, onSlide, ...inputProps }: SliderProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        <Bilingual word={label} />
      </label>
      <input
        {...inputProps}
        id={id}
        type="range"
        className="slider"
        onChange={({ target }) => onSlide(target.valueAsNumber)}
      />
    </div>
  );
}

const QUARTER_TURN_DEGREES = 90;
const MAX_ZOOM = 5;
const MAX_TILT = 20;
const PREVIEW_QUALITY = 0.9;
/** CSS pixels that an arrow key moves the photo by. */
const KEY_STEP = 8;

interface AdjustPhotoProps {
  photo: PreparedPhoto;
  onClose: () => void;
  onCrop: (photo: PreparedPhoto) => void;
}

export function AdjustPhoto({ photo: { picture, crop }, onClose, onCrop }: AdjustPhotoProps) {
  const url = useObjectUrl(usePictureFile(picture));
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const { turned, tilt, setTilt, turnBy } = useTurn(crop.turned);
  const [chosenArea, setChosenArea] = useState<Omit<Crop, 'turned'>>(crop);
  const bothTexts = useBothTexts();

  return (
    <Dialog open onClose={onClose} title={photoMessages.adjustPhoto} wide>
      <Paragraph word={photoMessages.adjustHint} />
      <div className="photo-frame">
        {url ? (
          <Cropper
            disableAutomaticStylesInjection
            image={url}
            aspect={PORTRAIT_RATIO}
            crop={position}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            rotation={turned}
            keyboardStep={KEY_STEP}
            initialCroppedAreaPixels={crop}
            cropperProps={{ role: 'application', 'aria-label': bothTexts(photoMessages.frame) }}
            mediaProps={{ alt: '' }}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropAreaChange={(_parts, pixels) => setChosenArea(pixels)}
          />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
      <Slider label={photoMessages.zoom} value={zoom} min={1} max={MAX_ZOOM} step={0.1} onSlide={setZoom} />
      <Slider
        label={photoMessages.straighten}
        value={tilt}
        min={-MAX_TILT}
        max={MAX_TILT}
        step={1}
        onSlide={setTilt}
      />
      <div className="photo-turns">
        <Button word={photoMessages.turnLeft} onClick={() => turnBy(-1)} />
        <Button word={photoMessages.turnRight} onClick={() => turnBy(1)} />
      </div>
      <div className="row">
        <Button
          tone="main"
          word={photoMessages.useThis}
          onClick={() => void cropPhoto(picture, { ...chosenArea, turned }).then(onCrop)}
        />
        <Button word={words.cancel} onClick={onClose} />
      </div>
    </Dialog>
  );
}

/** A rotation as quarter turns (buttons) and tilt (slider); `turned` sums them up in degrees. */
function useTurn(initialDegrees: number) {
  const initialQuarterTurns = Math.round(initialDegrees / QUARTER_TURN_DEGREES);
  const [quarterTurns, setQuarterTurns] = useState(initialQuarterTurns);
  const [tilt, setTilt] = useState(initialDegrees - initialQuarterTurns * QUARTER_TURN_DEGREES);
  return {
    turned: quarterTurns * QUARTER_TURN_DEGREES + tilt,
    tilt,
    setTilt,
    turnBy: (change: number) => setQuarterTurns(quarterTurns + change),
  };
}

function usePictureFile(picture: HTMLCanvasElement): Blob | undefined {
  const [file, setFile] = useState<Blob>();
  useEffect(() => {
    void encodeJpeg(picture, PREVIEW_QUALITY).then(setFile);
  }, [picture]);
  return file;
}
