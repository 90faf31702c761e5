import { Button, Sentence, Skeleton, useBothTexts } from '@archaka/platform';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { pagesInAll, paperWords } from './paper-words.ts';
import { openPdf, type Pdf } from './pdf.ts';
import { PdfPage } from './pdf-page.tsx';

/** Of the frame's width. */
const zooms = [1, 1.5, 2, 3] as const;

interface PdfFrameProps {
  file: Blob;
  title: string;
  onFailed: () => void;
}

/** Shows a PDF in a frame where the browser itself shows none: every page, to be made larger. */
export function PdfFrame({ file, title, onFailed }: PdfFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const page = usePageOf(frame);
  const [pdf, setPdf] = useState<Pdf>();
  const [zoom, setZoom] = useState(0);
  const bothTexts = useBothTexts();

  useEffect(() => {
    if (!page) return;
    let over = false;
    const opening = openPdf(file, page);
    opening.then(
      (opened) => over || setPdf(opened),
      () => over || onFailed(),
    );
    return () => {
      over = true;
      void opening.then((opened) => opened.close()).catch(() => undefined);
    };
  }, [file, page, onFailed]);

  return (
    <div className="stack">
      {!pdf && <Skeleton lines={6} />}
      {pdf && (
        <div className="pdf-tools">
          <Button
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
            aria-label={bothTexts(paperWords.smaller)}
          >
            −
          </Button>
          <Button
            disabled={zoom === zooms.length - 1}
            onClick={() => setZoom(zoom + 1)}
            aria-label={bothTexts(paperWords.larger)}
          >
            +
          </Button>
          <Sentence word={pagesInAll(pdf.document.numPages)} />
        </div>
      )}
      <iframe ref={frame} title={title} />
      {page &&
        pdf &&
        createPortal(
          numbersTo(pdf.document.numPages).map((number) => (
            <PdfPage key={number} pdf={pdf} number={number} zoom={zooms[zoom] ?? 1} />
          )),
          page.body,
        )}
    </div>
  );
}

/** The frame's empty page; some browsers put another in its place once it is loaded. */
function usePageOf(frame: RefObject<HTMLIFrameElement | null>): Document | undefined {
  const [page, setPage] = useState<Document>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const take = () => setPage(styled(element.contentDocument));
    take();
    element.addEventListener('load', take);
    return () => element.removeEventListener('load', take);
  }, [frame]);
  return page;
}

/** Gives an empty page the portal's own stylesheet and language. */
function styled(page: Document | null): Document | undefined {
  if (!page) return undefined;
  page.documentElement.lang = document.documentElement.lang;
  page.documentElement.className = 'pdf-paper';
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
  page.head.replaceChildren(...sheets.map((sheet) => page.importNode(sheet)));
  return page;
}

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
