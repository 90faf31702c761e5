import { PDFDocument } from '@cantoo/pdf-lib';
import type { PhotoSize } from '../photo/crop.ts';

/** A4 portrait, in points. */
export const A4 = { width: 595.28, height: 841.89 };

/** The picture's place on the page: as large as fits and centred, in points from the bottom left. */
export function placeOnPage({ width, height }: PhotoSize) {
  const scale = Math.min(A4.width / width, A4.height / height);
  const placed = { width: width * scale, height: height * scale };
  return { ...placed, x: (A4.width - placed.width) / 2, y: (A4.height - placed.height) / 2 };
}

/** A PDF with one JPEG a page. */
export async function buildPaperPdf(jpegs: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await PDFDocument.create({ updateMetadata: false });
  for (const jpeg of jpegs) {
    const picture = await paper.embedJpg(jpeg);
    paper.addPage([A4.width, A4.height]).drawImage(picture, placeOnPage(picture));
  }
  return Uint8Array.from(await paper.save());
}
