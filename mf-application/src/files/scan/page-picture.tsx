import { useEffect, useRef } from 'react';
import { drawPaper, type PageShot } from './draw-page.ts';

const SHOWN_SIDE_PX = 900;

/** A page as it will be in the PDF. */
export function PagePicture({ picture, crop, clearer }: PageShot & { clearer: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = drawPaper({ picture, crop }, { clearer, maxSide: SHOWN_SIDE_PX });
    if (!canvas.current) return;
    canvas.current.width = drawn.width;
    canvas.current.height = drawn.height;
    canvas.current.getContext('2d')?.drawImage(drawn, 0, 0);
  }, [picture, crop, clearer]);
  return <canvas className="scan-picture" ref={canvas} />;
}
