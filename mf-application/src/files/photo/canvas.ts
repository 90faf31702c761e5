import { type Crop, cropNothing, toBoundingBox } from './crop.ts';
import type { PhotoSize } from './photo-size.ts';

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
