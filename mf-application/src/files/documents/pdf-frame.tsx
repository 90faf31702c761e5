import { Bilingual, Button, Sentence, Skeleton, useBothTexts } from '@archaka/platform';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { pageCountMessage, pageMessage, pdfMessages } from './pdf-messages.ts';

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

export interface FirstPage {
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

/** In parts of the frame's width. */
const ZOOM_LEVELS = [1, 1.5, 2, 3] as const;

interface PdfFrameProps {
  file: Blob;
  title: string;
  onFailed: () => void;
}

/** Shows a PDF in a zoomable frame where the browser has no viewer. */
export function PdfFrame({ file, title, onFailed }: PdfFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const frameDocument = useFrameDocument(frame);
  const pdf = useOpenPdf({ file, frameDocument, onFailed });
  const [zoom, setZoom] = useState(0);

  return (
    <div className="stack">
      {pdf ? (
        <PdfTools zoom={zoom} onZoom={setZoom} pageCount={pdf.document.numPages} />
      ) : (
        <Skeleton lines={6} />
      )}
      <iframe ref={frame} title={title} />
      {frameDocument &&
        pdf &&
        createPortal(
          listPageNumbers(pdf.document.numPages).map((number) => (
            <PdfPage key={number} pdf={pdf} number={number} zoom={ZOOM_LEVELS[zoom] ?? 1} />
          )),
          frameDocument.body,
        )}
    </div>
  );
}

interface PdfToolsProps {
  /** Index into `ZOOM_LEVELS`. */
  zoom: number;
  onZoom: (zoom: number) => void;
  pageCount: number;
}

function PdfTools({ zoom, onZoom, pageCount }: PdfToolsProps) {
  const bothTexts = useBothTexts();
  return (
    <div className="pdf-tools">
      <Button
        disabled={zoom === 0}
        onClick={() => onZoom(zoom - 1)}
        aria-label={bothTexts(pdfMessages.zoomOut)}
      >
        −
      </Button>
      <Button
        disabled={zoom === ZOOM_LEVELS.length - 1}
        onClick={() => onZoom(zoom + 1)}
        aria-label={bothTexts(pdfMessages.zoomIn)}
      >
        +
      </Button>
      <Sentence word={pageCountMessage(pageCount)} />
    </div>
  );
}

interface OpenPdfOptions extends Pick<PdfFrameProps, 'file' | 'onFailed'> {
  frameDocument: Document | undefined;
}

function useOpenPdf({ file, frameDocument, onFailed }: OpenPdfOptions): Pdf | undefined {
  const [pdf, setPdf] = useState<Pdf>();
  useEffect(() => {
    if (!frameDocument) return;
    let cancelled = false;
    const loading = openPdf(file, frameDocument);
    loading.then(
      (opened) => cancelled || setPdf(opened),
      () => cancelled || onFailed(),
    );
    return () => {
      cancelled = true;
      void loading.then((opened) => opened.close()).catch(() => undefined);
    };
  }, [file, frameDocument, onFailed]);
  return pdf;
}

/** The frame's empty page, which some browsers replace once it is loaded. */
function useFrameDocument(frame: RefObject<HTMLIFrameElement | null>): Document | undefined {
  const [frameDocument, setFrameDocument] = useState<Document>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const updateDocument = () => setFrameDocument(applyStyles(element.contentDocument));
    updateDocument();
    element.addEventListener('load', updateDocument);
    return () => element.removeEventListener('load', updateDocument);
  }, [frame]);
  return frameDocument;
}

function applyStyles(frameDocument: Document | null): Document | undefined {
  if (!frameDocument) return undefined;
  frameDocument.documentElement.lang = document.documentElement.lang;
  frameDocument.documentElement.className = 'pdf-paper';
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
  frameDocument.head.replaceChildren(...sheets.map((sheet) => frameDocument.importNode(sheet)));
  return frameDocument;
}

const listPageNumbers = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** A wider canvas exceeds a phone's memory. */
const MAX_WIDTH_PX = 2400;

/** One page of a PDF, drawn shortly before it becomes visible. */
function PdfPage({ pdf, number, zoom }: { pdf: Pdf; number: number; zoom: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNearViewport(canvas);
  const word = pageMessage(number, pdf.document.numPages);
  const name = useBothTexts()(word);

  useEffect(() => {
    const element = canvas.current;
    const view = element?.ownerDocument.defaultView;
    if (!isNear || !element || !view) return;
    const width = Math.min(MAX_WIDTH_PX, view.innerWidth * zoom * view.devicePixelRatio);
    drawPage({ pdf, number, canvas: element, width }).catch(() => undefined);
  }, [isNear, pdf, number, zoom]);

  return (
    <figure className="pdf-page" style={{ width: `${100 * zoom}%` }}>
      <canvas ref={canvas} width={595} height={842} role="img" aria-label={name} />
      <figcaption>
        <Bilingual word={word} />
      </figcaption>
    </figure>
  );
}

function useIsNearViewport(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const root = element.current.ownerDocument;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { root, rootMargin: '50%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
