/** Width and height as displayed, in pixels. */
export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/** Part of a rotated picture, in pixels of the rotated picture's bounding box; the angle is in degrees. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly turned: number;
}

/** Width to height of the photo on a ticket. */
const PORTRAIT_RATIO = 3 / 4;

/** Faces are in the upper part: a tall picture loses more below than above. */
const TOP_CROP_SHARE = 1 / 3;

/** The largest portrait crop: centred in a wide picture, in the upper part of a tall one. */
export function defaultCrop({ width, height }: PhotoSize): Crop {
  const crop =
    width / height > PORTRAIT_RATIO
      ? { width: height * PORTRAIT_RATIO, height }
      : { width, height: width / PORTRAIT_RATIO };
  const [x, y] = [(width - crop.width) / 2, (height - crop.height) * TOP_CROP_SHARE];
  return { ...crop, x, y, turned: 0 };
}

/** The whole picture. */
export const cropNothing = ({ width, height }: PhotoSize): Crop => ({ x: 0, y: 0, width, height, turned: 0 });

/** Rotates a crop with its picture by a quarter to the right. */
export function turnCrop({ x, y, width, height, turned }: Crop, picture: PhotoSize): Crop {
  const box = toBoundingBox(picture, turned);
  return { x: box.height - y - height, y: x, width: height, height: width, turned: turned + 90 };
}

export function toBoundingBox({ width, height }: PhotoSize, turned: number): PhotoSize {
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

export function createWhiteCanvas({ width, height }: PhotoSize) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** Draws the cropped part of a picture upright, scaled but never enlarged. */
export function drawCrop(picture: HTMLCanvasElement, crop: Crop, maxScale: number): HTMLCanvasElement {
  const scale = Math.min(1, maxScale);
  const { canvas, context } = createWhiteCanvas({ width: crop.width * scale, height: crop.height * scale });
  const box = toBoundingBox(picture, crop.turned);
  context.scale(scale, scale);
  context.translate(box.width / 2 - crop.x, box.height / 2 - crop.y);
  context.rotate((crop.turned * Math.PI) / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}

/** The whole picture, never enlarged. */
export const scaleImage = (picture: HTMLCanvasElement, maxScale: number): HTMLCanvasElement =>
  drawCrop(picture, cropNothing(picture), maxScale);

/** @param quality 0 to 1 */
export const encodeJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (jpeg) => (jpeg ? resolve(jpeg) : reject(new Error('The photo could not be encoded'))),
      'image/jpeg',
      quality,
    );
  });
