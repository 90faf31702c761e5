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
import { useObjectUrl } from '../file-field.tsx';
import { type Crop, encodeJpeg } from './crop.ts';
import { photoMessages } from './photo-messages.ts';

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
/** Of width to height, and of height to width. */
const MAX_RATIO = 3;
const PREVIEW_QUALITY = 0.9;
/** CSS pixels that an arrow key moves the photo by. */
const KEY_STEP = 8;

export interface AdjustPictureProps {
  picture: HTMLCanvasElement;
  crop: Crop;
  /** Whether the frame's shape can be chosen. */
  anyShape?: boolean;
  title: Word;
  hint: Word;
  frame: Word;
  onClose: () => void;
  onCrop: (crop: Crop) => void;
}

/** Crops a picture to the rectangle in a frame, behind which it is moved, zoomed and rotated. */
export function AdjustPicture({ picture, crop, anyShape = false, ...props }: AdjustPictureProps) {
  const adjustment = useAdjustment(crop, anyShape);
  const { zoom, ratio, tilt, turnBy } = adjustment;
  const url = useObjectUrl(usePictureFile(picture));
  const bothTexts = useBothTexts();
  return (
    <Dialog open onClose={props.onClose} title={props.title} wide>
      <Paragraph word={props.hint} />
      <div className="photo-frame">
        {url ? (
          <Cropper
            disableAutomaticStylesInjection
            image={url}
            aspect={ratio}
            crop={adjustment.position}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            rotation={adjustment.turned}
            keyboardStep={KEY_STEP}
            initialCroppedAreaPixels={crop}
            cropperProps={{ role: 'application', 'aria-label': bothTexts(props.frame) }}
            mediaProps={{ alt: '' }}
            onCropChange={adjustment.setPosition}
            onZoomChange={adjustment.setZoom}
            onCropAreaChange={(_parts, pixels) => adjustment.setArea(pixels)}
          />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
      <Slider
        label={photoMessages.zoom}
        value={zoom}
        min={1}
        max={MAX_ZOOM}
        step={0.1}
        onSlide={adjustment.setZoom}
      />
      {anyShape && (
        <Slider
          label={photoMessages.shape}
          value={Math.log(ratio)}
          min={-Math.log(MAX_RATIO)}
          max={Math.log(MAX_RATIO)}
          step="any"
          onSlide={(value) => adjustment.setRatio(Math.exp(value))}
        />
      )}
      <Slider
        label={photoMessages.straighten}
        value={tilt}
        min={-MAX_TILT}
        max={MAX_TILT}
        step={1}
        onSlide={adjustment.setTilt}
      />
      <div className="photo-turns">
        <Button word={photoMessages.turnLeft} onClick={() => turnBy(-1)} />
        <Button word={photoMessages.turnRight} onClick={() => turnBy(1)} />
      </div>
      <div className="row">
        <Button tone="main" word={photoMessages.useThis} onClick={() => props.onCrop(adjustment.crop)} />
        <Button word={words.cancel} onClick={props.onClose} />
      </div>
    </Dialog>
  );
}

/** A rotation as quarter turns (buttons) and tilt (slider); `turned` sums them up in degrees. */
function useAdjustment(crop: Crop, anyShape: boolean) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [ratio, setRatio] = useState(crop.width / crop.height);
  const [area, setArea] = useState<Omit<Crop, 'turned'>>(crop);
  const initialQuarterTurns = Math.round(crop.turned / QUARTER_TURN_DEGREES);
  const [quarterTurns, setQuarterTurns] = useState(initialQuarterTurns);
  const [tilt, setTilt] = useState(crop.turned - initialQuarterTurns * QUARTER_TURN_DEGREES);
  const turned = quarterTurns * QUARTER_TURN_DEGREES + tilt;
  const state = { position, zoom, ratio, tilt, turned, setPosition, setZoom, setRatio, setTilt, setArea };
  return {
    ...state,
    turnBy: (change: 1 | -1) => {
      setQuarterTurns(quarterTurns + change);
      if (anyShape) setRatio(1 / ratio);
    },
    crop: { ...area, turned },
  };
}

function usePictureFile(picture: HTMLCanvasElement): Blob | undefined {
  const [file, setFile] = useState<Blob>();
  useEffect(() => {
    void encodeJpeg(picture, PREVIEW_QUALITY).then(setFile);
  }, [picture]);
  return file;
}
