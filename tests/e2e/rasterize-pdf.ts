import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const SCALE = 150 / 72;

/** A page at 150 dpi: red, green, blue, opacity of every pixel. */
export interface RasterImage {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The first page of a PDF on paper. */
export async function rasterizePdf(bytes: Uint8Array): Promise<RasterImage> {
  const task = getDocument({ data: bytes, verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: SCALE });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const canvasContext = canvas.getContext('2d');
  const renderOptions: unknown = { canvas: null, canvasContext, viewport };
  await page.render(renderOptions as Parameters<typeof page.render>[0]).promise;
  const { data, width, height } = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
  await task.destroy();
  return { data, width, height };
}
