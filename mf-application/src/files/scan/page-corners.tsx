import { useBothTexts } from '@archaka/platform';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { type Corners, moveCorner, type Point } from './corners.ts';
import { drawScaled, type PageShot } from './draw-page.ts';
import { cornerMessage, scanMessages } from './scan-messages.ts';

/** Fractions of the picture that an arrow key moves a corner by, without and with Shift. */
const KEY_STEP = 0.01;
const LARGE_KEY_STEP = 0.05;
const SHOWN_SIDE_PX = 900;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const toPercent = (share: number) => Math.round(share * 100);

interface PageCornersProps {
  page: PageShot;
  clearer: boolean;
  onCrop: (corners: Corners) => void;
}

interface CornerEdit {
  corners: Corners;
  onCrop: (corners: Corners) => void;
}

const createKeyHandler =
  ({ corners, onCrop }: CornerEdit) =>
  (event: KeyboardEvent, index: number) => {
    const direction = directions[event.key];
    const corner = corners[index];
    if (!direction || !corner) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_KEY_STEP : KEY_STEP;
    onCrop(
      moveCorner(corners, index, { x: corner.x + direction.x * step, y: corner.y + direction.y * step }),
    );
  };

function useCornerDrag({ corners, onCrop }: CornerEdit) {
  const frame = useRef<HTMLDivElement>(null);
  /** Offset from the pointer to the dragged corner. */
  const grip = useRef<Point>({ x: 0, y: 0 });

  const toPoint = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? {
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    };
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  return {
    frame,
    grab(event: PointerEvent, corner: Point) {
      event.currentTarget.setPointerCapture(event.pointerId);
      const point = toPoint(event);
      grip.current = { x: corner.x - point.x, y: corner.y - point.y };
    },
    drag(event: PointerEvent, index: number) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const point = toPoint(event);
      onCrop(moveCorner(corners, index, { x: point.x + grip.current.x, y: point.y + grip.current.y }));
    },
  };
}

/** A page with four corners that are moved to the paper's by dragging or arrow keys. */
export function PageCorners({ page: { picture, corners }, clearer, onCrop }: PageCornersProps) {
  const bothTexts = useBothTexts();
  const moveByKey = createKeyHandler({ corners, onCrop });
  const { frame, grab, drag } = useCornerDrag({ corners, onCrop });

  return (
    <div className="scan-frame">
      <div
        ref={frame}
        className="scan-picture"
        role="application"
        aria-label={bothTexts(scanMessages.corners)}
        style={{
          aspectRatio: `${picture.width} / ${picture.height}`,
          maxInlineSize: `calc(55vh * ${picture.width / picture.height})`,
        }}
      >
        <ShownPicture picture={picture} clearer={clearer} />
        <svg className="scan-outline" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        {corners.map(({ x, y }, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner is identified by its index
            key={index}
            type="button"
            className="scan-corner"
            style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }}
            aria-label={bothTexts(cornerMessage(index, toPercent(x), toPercent(y)))}
            onKeyDown={(event) => moveByKey(event, index)}
            onPointerDown={(event) => grab(event, { x, y })}
            onPointerMove={(event) => drag(event, index)}
          />
        ))}
      </div>
    </div>
  );
}

function ShownPicture({ picture, clearer }: { picture: HTMLCanvasElement; clearer: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = drawScaled(picture, SHOWN_SIDE_PX, clearer);
    if (!canvas.current) return;
    canvas.current.width = drawn.width;
    canvas.current.height = drawn.height;
    canvas.current.getContext('2d')?.drawImage(drawn, 0, 0);
  }, [picture, clearer]);
  return <canvas ref={canvas} />;
}
