import { Banner, Paragraph, Skeleton, useBothTexts, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { drawPage, openPdf, type Pdf } from './pdf.ts';
import type { PaperView } from './picture-paper.tsx';

const broken: Word = msg`This PDF cannot be opened.`;
const pageName = (number: number, count: number): Word => msg`Page ${number} of ${count}`;

/** A wider canvas exceeds what browsers allow. */
const MAX_WIDTH_PX = 4000;

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
