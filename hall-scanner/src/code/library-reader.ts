import decodeQR, { type Quad } from 'qr/decode.js';
import type { CodeReader, Picture } from './code-reader.ts';

/** More codes than these in one picture make no difference. */
const MAX_CODES = 3;
/** A code on a whole page, taken by a phone's camera, is still large enough in a picture of this width or height. */
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

/** Covers a code that was read, so that the next one in the picture is found. */
function coverCode(corners: Quad, target: CanvasRenderingContext2D): void {
  target.fillStyle = 'white';
  target.beginPath();
  for (const { x, y } of corners) target.lineTo(x, y);
  target.fill();
}

/** A still picture is worth looking at for longer than a frame of which another comes at once. */
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
    // That there is no code in a picture is an error to the library.
    return undefined;
  }
}

/** Reads codes where the browser cannot: without WebAssembly, some milliseconds a frame. */
export const libraryReader: CodeReader = {
  async read(picture) {
    if (!context || getSize(picture).width === 0) return [];
    draw(picture, context);
    const texts: string[] = [];
    while (texts.length < MAX_CODES) {
      const text = decodeNext(picture, context);
      if (text === undefined) break;
      texts.push(text);
    }
    return texts;
  },
};
