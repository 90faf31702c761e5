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

/** @throws when it is broken or locked */
export async function openPdf(file: Blob): Promise<Pdf> {
  const data = new Uint8Array(await file.arrayBuffer());
  // The content policy forbids WebAssembly.
  const task = getDocument({ data, useWasm: false, wasmUrl: decodersUrl });
  return { document: await task.promise, close: () => task.destroy() };
}

interface DrawPageOptions {
  pdf: Pdf;
  /** From 1. */
  number: number;
  canvas: HTMLCanvasElement;
  /** In pixels of the canvas. */
  width: number;
  /** Degrees, clockwise, in addition to the page's own. */
  turn: number;
}

/** @returns stops drawing */
export function drawPage({ pdf, number, canvas, width, turn }: DrawPageOptions): () => void {
  let isStopped = false;
  let stopDrawing: (() => void) | undefined;
  const draw = async () => {
    const page = await pdf.document.getPage(number);
    if (isStopped) return;
    const rotation = (page.rotate + turn) % 360;
    const viewport = page.getViewport({
      scale: width / page.getViewport({ scale: 1, rotation }).width,
      rotation,
    });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const rendering = page.render({ canvas, viewport });
    stopDrawing = () => rendering.cancel();
    await rendering.promise;
  };
  draw().catch(() => undefined);
  return () => {
    isStopped = true;
    stopDrawing?.();
  };
}
