import decodeQR, { type Quad } from 'qr/decode.js';

type Picture = HTMLVideoElement | ImageBitmap;

/** Further codes in one picture do not change the result. */
const MAX_CODES = 3;
/** Keeps the code of a photographed whole page readable. */
const MAX_SIDE = 2400;

const canvas = document.createElement('canvas');
const context = canvas.getContext('2d', { willReadFrequently: true });

const getSize = (picture: Picture) =>
  'videoWidth' in picture
    ? { width: picture.videoWidth, height: picture.videoHeight }
    : { width: picture.width, height: picture.height };

function draw(picture: Picture, target: CanvasRenderingContext2D): void {
  const { width, height } = getSize(picture);
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  target.drawImage(picture, 0, 0, canvas.width, canvas.height);
}

/** The library finds one code at a time: covering it reveals the next. */
function coverCode(corners: Quad, target: CanvasRenderingContext2D): void {
  target.fillStyle = 'white';
  target.beginPath();
  for (const { x, y } of corners) target.lineTo(x, y);
  target.fill();
}

/** A single picture justifies more time than a video frame, which the next one follows. */
const toDecodeOptions = (picture: Picture) =>
  'videoWidth' in picture ? {} : { effort: Number.POSITIVE_INFINITY, timeLimit: 3000 };

function decodeNext(picture: Picture, target: CanvasRenderingContext2D): string | undefined {
  let outline: Quad | undefined;
  const pointsOnDetect = (points: { outline: Quad }) => {
    outline = points.outline;
  };
  try {
    const pixels = target.getImageData(0, 0, canvas.width, canvas.height);
    const text = decodeQR(pixels, { ...toDecodeOptions(picture), pointsOnDetect });
    if (outline) coverCode(outline, target);
    return text;
  } catch {
    // The library throws when there is no code.
    return undefined;
  }
}

/** The texts of the QR codes in a picture: no WebAssembly, some milliseconds a frame. */
export function readCodes(picture: Picture): string[] {
  if (!context || getSize(picture).width === 0) return [];
  draw(picture, context);
  const texts: string[] = [];
  while (texts.length < MAX_CODES) {
    const text = decodeNext(picture, context);
    if (text === undefined) break;
    texts.push(text);
  }
  return texts;
}
