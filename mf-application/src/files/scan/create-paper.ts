import { encodeJpeg, scaleImage } from '../photo/canvas.ts';
import { loadModule } from '../upload/load-module.ts';
import { drawPaper, type PageShot } from './draw-page.ts';
import { buildWithin, MAX_PAPER_BYTES, MAX_SIDE_PX } from './size-steps.ts';

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
