import { Bilingual, useBothTexts } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { pageOf } from './paper-words.ts';
import { drawPage, type Pdf } from './pdf.ts';

/** More pixels across than this are beyond a phone's memory. */
const WIDEST = 2400;

/** One page of a PDF, drawn once it is about to be seen. */
export function PdfPage({ pdf, number, zoom }: { pdf: Pdf; number: number; zoom: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useNear(canvas);
  const word = pageOf(number, pdf.document.numPages);
  const name = useBothTexts()(word);

  useEffect(() => {
    const element = canvas.current;
    const view = element?.ownerDocument.defaultView;
    if (!near || !element || !view) return;
    const width = Math.min(WIDEST, view.innerWidth * zoom * view.devicePixelRatio);
    drawPage({ pdf, number, canvas: element, width }).catch(() => undefined);
  }, [near, pdf, number, zoom]);

  return (
    <figure className={`pdf-page pdf-zoom-${String(zoom).replace('.', '-')}`}>
      <canvas ref={canvas} width={595} height={842} role="img" aria-label={name} />
      <figcaption>
        <Bilingual word={word} />
      </figcaption>
    </figure>
  );
}

/** Whether the element has come near to what is seen. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || near) return;
    const root = element.current.ownerDocument;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { root, rootMargin: '50%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}
