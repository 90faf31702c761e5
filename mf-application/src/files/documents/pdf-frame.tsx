import { Bilingual, Button, Sentence, Skeleton, useBothTexts } from '@archaka/platform';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { drawPage, openPdf, type Pdf } from './pdf.ts';
import { pageCountMessage, pageMessage, pdfMessages } from './pdf-messages.ts';

export { renderFirstPage } from './pdf.ts';

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
    <figure className={`pdf-page pdf-zoom-${String(zoom).replace('.', '-')}`}>
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
