import jsqrModule from 'jsqr';
import { rasterizePdf } from './rasterize-pdf.ts';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

/** Reads the text of the QR code on a one-page PDF, rasterized at 150 dpi. @throws Error without a readable code */
export async function readQrCode(bytes: Uint8Array): Promise<string> {
  const { data, width, height } = await rasterizePdf(bytes);
  const code = jsqr(data, width, height);
  if (!code) throw new Error('no code can be read');
  return code.data;
}
