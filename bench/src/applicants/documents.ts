import { buffer } from 'node:stream/consumers';
import { buildPortrait } from '@archaka/test-kit';
import PdfDocument from 'pdfkit';

const A4 = [595, 842] as const;
/** In pixels: A4 at 110 dpi, as from a scanning app. */
const SCAN = { width: 910, height: 1286 };

export interface TestDocuments {
  /** In mf-application's format. */
  readonly photo: Buffer;
  /** A PDF of one page with a picture. */
  readonly scan: Buffer;
}

/** Files of typical sizes. */
export async function createTestDocuments(): Promise<TestDocuments> {
  const [photo, page] = await Promise.all([
    buildPortrait({ noise: 24 }),
    buildPortrait({ ...SCAN, noise: 24 }),
  ]);
  const pdfDocument = new PdfDocument({ size: [...A4], margin: 0 });
  pdfDocument.image(page, 0, 0, { width: A4[0], height: A4[1] }).end();
  return { photo, scan: await buffer(pdfDocument) };
}
