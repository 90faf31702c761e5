import { createCanvas } from '@napi-rs/canvas';
import jsqrModule from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;
const SCALE = 150 / 72;

/** What the QR code on a one-page PDF says, read from a picture of 150 dpi. */
export async function readQrCode(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: bytes, verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: SCALE });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const canvasContext = canvas.getContext('2d');
  const picture: unknown = { canvas: null, canvasContext, viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  const { data, width, height } = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
  await task.destroy();
  const code = jsqr(data, width, height);
  if (!code) throw new Error('no code can be read');
  return code.data;
}
