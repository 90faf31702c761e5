import jsqrModule from 'jsqr';
import { rasterizePdf } from '../rasterize-pdf.ts';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

/** What the QR code on a one-page PDF says, read from a picture of 150 dpi. */
export async function readQrCode(bytes: Uint8Array): Promise<string> {
  const { data, width, height } = await rasterizePdf(bytes);
  const code = jsqr(data, width, height);
  if (!code) throw new Error('no code can be read');
  return code.data;
}
