import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);
export const teluguFont = join(
  dirname(resolve('@fontsource/noto-sans-telugu/package.json')),
  'files/noto-sans-telugu-telugu-400-normal.woff',
);

/** A page of 300 × 400 points, with the letters' outlines where its font is none of every reader's. */
export async function createWrittenPdf(
  draw: (page: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const page = new PdfDocument({ size: [300, 400], info: { Title: 'Certificate' }, ...options });
  draw(page);
  page.end();
  return buffer(page);
}
