import { Bilingual, useBothTexts } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { drawPage, type Pdf } from './pdf.ts';
import { pageMessage } from './pdf-messages.ts';

/** A wider canvas exceeds a phone's memory. */
const MAX_WIDTH_PX = 2400;

/** One page of a PDF, drawn shortly before it becomes visible. */
export function PdfPage({ pdf, number, zoom }: { pdf: Pdf; number: number; zoom: number }) {
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
