import { createWhiteCanvas } from '../photo/canvas.ts';
import { type Corners, limitSize, measurePaper, turnCorners } from './corners.ts';
import { stretchLevels } from './levels.ts';
import { MAX_SIDE_PX } from './size-steps.ts';
import { straighten } from './straighten.ts';

/** An upright photo of a page, with the paper's corners. */
export interface PageShot {
  readonly picture: HTMLCanvasElement;
  readonly corners: Corners;
}

/** Turns a page by a quarter to the right. */
export function turnPage<Page extends PageShot>(page: Page): Page {
  const { width, height } = page.picture;
  const { canvas, context } = createWhiteCanvas({ width: height, height: width });
  context.translate(height, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(page.picture, 0, 0);
  return { ...page, picture: canvas, corners: turnCorners(page.corners) };
}

/** Draws the paper only, as seen from straight above. */
export function drawPaper({ picture, corners }: PageShot, clearer: boolean): HTMLCanvasElement {
  const size = limitSize(measurePaper(corners, picture), MAX_SIDE_PX);
  const { canvas, context } = createWhiteCanvas(size);
  const pixels = context.createImageData(canvas.width, canvas.height);
  pixels.data.set(straighten(readPixels(picture), corners, canvas).data);
  if (clearer) stretchLevels(pixels.data);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

export function drawScaled(picture: HTMLCanvasElement, maxSide: number, clearer = false): HTMLCanvasElement {
  const { canvas, context } = createWhiteCanvas(limitSize(picture, maxSide));
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  if (clearer) {
    const pixels = readPixels(canvas);
    stretchLevels(pixels.data);
    context.putImageData(pixels, 0, 0);
  }
  return canvas;
}

/** @throws without a readable canvas */
function readPixels(canvas: HTMLCanvasElement): ImageData {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  if (!pixels) throw new Error('There is no canvas to read from');
  return pixels;
}
