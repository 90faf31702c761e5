import { encodeJpeg } from '../photo/canvas.ts';
import { loadModule } from '../upload/load-module.ts';
import { drawPaper, drawScaled, type PageShot } from './draw-page.ts';
import { buildWithin, MAX_PAPER_BYTES } from './size-steps.ts';

const loadPdfWriter = () => import('./paper-pdf.ts');

/** Lets the part that writes PDFs, a large one, come while the pages are looked at. */
export const preloadPdfWriter = () => void loadPdfWriter().catch(() => undefined);

/**
 * The pages as one PDF that may be sent.
 * @param clearer grey, with a white ground
 * @throws when a page cannot be drawn, the part that writes PDFs cannot be loaded, or `signal` says to stop
 */
export async function createPaper(
  pages: readonly PageShot[],
  { name, clearer, signal }: { name: string; clearer: boolean; signal: AbortSignal },
): Promise<File> {
  const drawn: HTMLCanvasElement[] = [];
  for (const page of pages) {
    // What was drawn last is shown before the next, as long, work begins.
    await new Promise((resolve) => setTimeout(resolve));
    drawn.push(drawPaper(page, clearer));
  }
  const { buildPaperPdf } = await loadModule(loadPdfWriter, signal);
  return buildWithin(MAX_PAPER_BYTES, async ({ side, quality }) => {
    const jpegs = [];
    for (const canvas of drawn) {
      const jpeg = await encodeJpeg(drawScaled(canvas, side), quality);
      jpegs.push(new Uint8Array(await jpeg.arrayBuffer()));
    }
    return new File([await buildPaperPdf(jpegs)], name, { type: 'application/pdf' });
  });
}
