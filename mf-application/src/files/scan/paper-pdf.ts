import { PDFDocument } from '@cantoo/pdf-lib';
import { A4, placeOnPage } from './page-layout.ts';

/** A PDF with one JPEG a page. */
export async function buildPaperPdf(jpegs: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await PDFDocument.create({ updateMetadata: false });
  for (const jpeg of jpegs) {
    const picture = await paper.embedJpg(jpeg);
    paper.addPage([A4.width, A4.height]).drawImage(picture, placeOnPage(picture));
  }
  return Uint8Array.from(await paper.save());
}
