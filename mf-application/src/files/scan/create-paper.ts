import { encodeJpeg, scaleImage } from '../photo/crop.ts';
import { loadModule } from '../retry.ts';
import { drawPaper, type PageShot } from './draw-page.ts';

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
