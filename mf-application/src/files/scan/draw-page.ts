import { type Crop, drawCrop, turnCrop } from '../photo/crop.ts';

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

/** Fractions of all pixels that become black, and that stay below white: most of a paper is its ground. */
const BLACK_SHARE = 0.01;
const WHITE_SHARE = 0.7;
/** Levels closer than this, of 255, are an even surface: stretching them would amplify its grain. */
const MIN_CONTRAST = 32;

/** Converts pixels (red, green, blue, opacity) to grey in place, with white ground and black ink. */
export function stretchLevels(data: Uint8ClampedArray): void {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const grey = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    counts[grey] = (counts[grey] ?? 0) + 1;
    data[at] = grey;
  }
  const { black, white } = findLevels(counts);
  for (let at = 0; at < data.length; at += 4) {
    data.fill((((data[at] ?? 0) - black) * 255) / (white - black), at, at + 3);
  }
}

/** @param counts number of pixels of each lightness, 0 to 255 */
function findLevels(counts: Uint32Array): { readonly black: number; readonly white: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const levelOf = (share: number) => {
    let below = 0;
    return counts.findIndex((count) => {
      below += count;
      return below > share * total;
    });
  };
  const [black, white] = [levelOf(BLACK_SHARE), levelOf(WHITE_SHARE)];
  return white - black < MIN_CONTRAST ? { black: 0, white: 255 } : { black, white };
}
