import { type Crop, drawCrop, encodeJpeg, scaleImage, turnCrop } from '../photo/crop.ts';
import { loadModule } from '../retry.ts';

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

const loadPdfWriter = () => import('./paper-pdf.ts');

/** Preloads the large PDF writer while the applicant views the pages. */
export const preloadPdfWriter = () => void loadPdfWriter().catch(() => undefined);

/**
 * @param clearer grey, with a white ground
 * @throws when a page cannot be drawn, the PDF writer cannot be loaded, or `signal` aborts
 */
export async function createPaper(
  pages: readonly PageShot[],
  { name, clearer, signal }: { name: string; clearer: boolean; signal: AbortSignal },
): Promise<File> {
  const drawn: HTMLCanvasElement[] = [];
  for (const page of pages) {
    // Shows the last drawing before the next long task.
    await new Promise((resolve) => setTimeout(resolve));
    drawn.push(drawPaper(page, { clearer, maxSide: MAX_SIDE_PX }));
  }
  const { buildPaperPdf } = await loadModule(loadPdfWriter, signal);
  return buildWithin(MAX_PAPER_BYTES, async ({ side, quality }) => {
    const jpegs = [];
    for (const canvas of drawn) {
      const jpeg = await encodeJpeg(
        scaleImage(canvas, side / Math.max(canvas.width, canvas.height)),
        quality,
      );
      jpegs.push(new Uint8Array(await jpeg.arrayBuffer()));
    }
    return new File([await buildPaperPdf(jpegs)], name, { type: 'application/pdf' });
  });
}

/** Encoding of a page: its longest side in pixels, its quality from 0 to 1. */
export interface SizeStep {
  readonly side: number;
  readonly quality: number;
}

const MAX_SIDE_PX = 1700;
/** Under the 2 MB that the portal accepts. */
const MAX_PAPER_BYTES = 1_900_000;

export const sizeSteps: readonly SizeStep[] = [
  { side: MAX_SIDE_PX, quality: 0.8 },
  { side: MAX_SIDE_PX, quality: 0.65 },
  { side: MAX_SIDE_PX, quality: 0.5 },
  { side: 1400, quality: 0.5 },
  { side: 1100, quality: 0.45 },
  { side: 900, quality: 0.4 },
];

/** The best step whose result is small enough; the last one if none is. */
export async function buildWithin<Built extends { readonly size: number }>(
  maxBytes: number,
  build: (step: SizeStep) => Promise<Built>,
): Promise<Built> {
  const [best, ...smaller] = sizeSteps;
  let built = await build(best as SizeStep);
  for (const step of smaller) {
    if (built.size <= maxBytes) break;
    built = await build(step);
  }
  return built;
}
