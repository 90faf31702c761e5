import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Both are in the slice's own folder; the worker loads the decoders of rarer scans from there on demand. */
const workerUrl = toOwnOriginUrl(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url));
const decodersUrl = new URL('.', workerUrl).href;

const policy = globalThis.trustedTypes?.createPolicy('archaka', {
  createScriptURL: (url) => (url === workerUrl ? url : ''),
});

GlobalWorkerOptions.workerPort = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, {
  type: 'module',
});

/** A worker must come from the page's own origin, which serves a slice's files also when a CDN has them. */
function toOwnOriginUrl({ origin, pathname, href }: URL): string {
  const [slice, version, file] = pathname.split('/').slice(-3);
  return origin === location.origin ? href : `${location.origin}/slices/${slice}/${version}/${file}`;
}

/** An open PDF; `close` frees its resources. */
export interface Pdf {
  readonly document: PDFDocumentProxy;
  readonly close: () => Promise<void>;
}

/** Opens a PDF for drawing in `page`, which receives its fonts. @throws when it is broken or locked */
export async function openPdf(file: Blob, page: Document = document): Promise<Pdf> {
  const data = new Uint8Array(await file.arrayBuffer());
  // The content policy forbids WebAssembly.
  const task = getDocument({ data, ownerDocument: page, useWasm: false, wasmUrl: decodersUrl });
  return { document: await task.promise, close: () => task.destroy() };
}

interface DrawPageOptions {
  pdf: Pdf;
  /** From 1. */
  number: number;
  canvas: HTMLCanvasElement;
  /** In pixels of the canvas. */
  width: number;
}

export async function drawPage({ pdf, number, canvas, width }: DrawPageOptions): Promise<void> {
  const page = await pdf.document.getPage(number);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}

const PREVIEW_WIDTH_PX = 480;

interface FirstPage {
  readonly pages: number;
  readonly picture: Blob;
}

/** @throws when the PDF is broken or locked */
export async function renderFirstPage(file: Blob): Promise<FirstPage> {
  const pdf = await openPdf(file);
  try {
    const canvas = document.createElement('canvas');
    await drawPage({ pdf, number: 1, canvas, width: PREVIEW_WIDTH_PX });
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (!picture) throw new Error('The page could not be drawn');
    return { pages: pdf.document.numPages, picture };
  } finally {
    await pdf.close();
  }
}
