import { Banner, Paragraph, Skeleton, useBothTexts, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';

const broken: Word = msg`This PDF cannot be opened.`;
const pageName = (number: number, count: number): Word => msg`Page ${number} of ${count}`;

/** A wider canvas exceeds what browsers allow. */
const MAX_WIDTH_PX = 4000;

/** How a paper is shown; turned clockwise. */
export interface PaperView {
  readonly zoom: number;
  readonly turn: 0 | 90 | 180 | 270;
}

interface PdfPaperProps extends PaperView {
  file: Blob;
  /** Its width is that of a page at zoom 1. */
  frame: RefObject<HTMLElement | null>;
}

export default function PdfPaper({ file, ...view }: PdfPaperProps) {
  const [pdf, setPdf] = useState<Pdf>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isClosed = false;
    const opening = openPdf(file);
    opening.then(
      (opened) => isClosed || setPdf(opened),
      () => isClosed || setFailed(true),
    );
    return () => {
      isClosed = true;
      void opening.then(({ close }) => close()).catch(() => undefined);
    };
  }, [file]);

  if (failed)
    return (
      <Banner tone="error">
        <Paragraph word={broken} />
      </Banner>
    );
  if (!pdf) return <Skeleton lines={8} />;
  const numbers = Array.from({ length: pdf.document.numPages }, (_page, index) => index + 1);
  return numbers.map((number) => <PdfPage key={number} pdf={pdf} number={number} {...view} />);
}

interface PdfPageProps extends Omit<PdfPaperProps, 'file'> {
  pdf: Pdf;
  /** From 1. */
  number: number;
}

/** Drawn when it comes near the frame, and again when it is enlarged or turned. */
function PdfPage({ pdf, number, zoom, turn, frame }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(canvas, frame);
  const name = useBothTexts()(pageName(number, pdf.document.numPages));
  useEffect(() => {
    const [element, width] = [canvas.current, frame.current?.clientWidth];
    if (!isNear || !element || !width) return undefined;
    const pixels = Math.min(MAX_WIDTH_PX, width * zoom * devicePixelRatio);
    return drawPage({ pdf, number, canvas: element, width: pixels, turn });
  }, [isNear, pdf, number, zoom, turn, frame]);
  return (
    <canvas
      ref={canvas}
      className="pdf-page"
      width={595}
      height={842}
      style={{ width: `${zoom * 100}%` }}
      role="img"
      aria-label={name}
    />
  );
}

function useIsNear(element: RefObject<HTMLElement | null>, frame: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { root: frame.current, rootMargin: '50%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, frame, isNear]);
  return isNear;
}

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
interface Pdf {
  readonly document: PDFDocumentProxy;
  readonly close: () => Promise<void>;
}

/** @throws when it is broken or locked */
async function openPdf(file: Blob): Promise<Pdf> {
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
function drawPage({ pdf, number, canvas, width, turn }: DrawPageOptions): () => void {
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
