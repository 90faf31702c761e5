import { jpegOf, whiteCanvas } from './canvas.ts';
import { boxAround, type Cut } from './cut.ts';

/** As many pixels as the ticket prints at 400 dpi and more. */
const WIDEST = 600;
const MOST_BYTES = 200 * 1024;
const qualities = [0.9, 0.8, 0.7, 0.6, 0.5];

/** Draws the cut part of a picture, upright and no larger than is needed; never larger than it is. */
export function cutOut(picture: HTMLCanvasElement, cut: Cut): HTMLCanvasElement {
  const scale = Math.min(1, WIDEST / cut.width);
  const { canvas, context } = whiteCanvas({ width: cut.width * scale, height: cut.height * scale });
  const box = boxAround(picture, cut.turned);
  context.scale(scale, scale);
  context.translate(box.width / 2 - cut.x, box.height / 2 - cut.y);
  context.rotate((cut.turned * Math.PI) / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}

/** A JPEG of at most 200 KB, without what the camera wrote into the photo. */
export async function smallJpeg(picture: HTMLCanvasElement): Promise<Blob> {
  for (let canvas = picture; ; canvas = scaled(canvas, 0.75)) {
    for (const quality of qualities) {
      const jpeg = await jpegOf(canvas, quality);
      if (jpeg.size <= MOST_BYTES) return jpeg;
    }
  }
}

export function scaled(picture: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const { canvas, context } = whiteCanvas({ width: picture.width * scale, height: picture.height * scale });
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
