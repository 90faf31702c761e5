import { createWhiteCanvas, encodeJpeg } from './canvas.ts';
import { type Crop, toBoundingBox } from './crop.ts';

/** As many pixels as the ticket prints at 400 dpi and more. */
const MAX_WIDTH_PX = 600;
const MAX_BYTES = 200 * 1024;
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5];

/** Draws the cut part of a picture, upright and no larger than is needed; never larger than it is. */
export function cropImage(picture: HTMLCanvasElement, crop: Crop): HTMLCanvasElement {
  const scale = Math.min(1, MAX_WIDTH_PX / crop.width);
  const { canvas, context } = createWhiteCanvas({ width: crop.width * scale, height: crop.height * scale });
  const box = toBoundingBox(picture, crop.turned);
  context.scale(scale, scale);
  context.translate(box.width / 2 - crop.x, box.height / 2 - crop.y);
  context.rotate((crop.turned * Math.PI) / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}

/** A JPEG of at most 200 KB, without what the camera wrote into the photo. */
export async function encodeSmallJpeg(picture: HTMLCanvasElement): Promise<Blob> {
  for (let canvas = picture; ; canvas = scaleImage(canvas, 0.75)) {
    for (const quality of QUALITIES) {
      const jpeg = await encodeJpeg(canvas, quality);
      if (jpeg.size <= MAX_BYTES) return jpeg;
    }
  }
}

export function scaleImage(picture: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const { canvas, context } = createWhiteCanvas({
    width: picture.width * scale,
    height: picture.height * scale,
  });
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
