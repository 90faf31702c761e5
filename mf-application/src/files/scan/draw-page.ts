import { drawCrop } from '../photo/canvas.ts';
import { type Crop, turnCrop } from '../photo/crop.ts';
import { stretchLevels } from './levels.ts';

/** An upright photo of a page, and the part of it that is the paper. */
export interface PageShot {
  readonly picture: HTMLCanvasElement;
  readonly crop: Crop;
}

/** Turns a page by a quarter to the right. */
export const turnPage = <Page extends PageShot>(page: Page): Page => ({
  ...page,
  crop: turnCrop(page.crop, page.picture),
});

interface Drawing {
  /** Grey, with a white ground. */
  readonly clearer: boolean;
  /** Pixels; a smaller page is not enlarged. */
  readonly maxSide: number;
}

/** Draws the paper only. @throws without a readable canvas */
export function drawPaper({ picture, crop }: PageShot, { clearer, maxSide }: Drawing): HTMLCanvasElement {
  const canvas = drawCrop(picture, crop, maxSide / Math.max(crop.width, crop.height));
  if (clearer) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas to read from');
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    stretchLevels(pixels.data);
    context.putImageData(pixels, 0, 0);
  }
  return canvas;
}
