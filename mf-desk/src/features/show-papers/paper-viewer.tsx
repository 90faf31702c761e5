import { Banner, Button, Paragraph, Skeleton, useBothTexts, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { KeyName, useKeys, useKeysOn } from '../../use-keys.tsx';
import { useFile } from './paper-files.ts';
import type { PaperView } from './pdf-paper.tsx';

/** In parts of the frame's width. */
const ZOOM_LEVELS = [0.6, 1, 1.5, 2, 3] as const;
const FIT = 1;

const zoomIn: Word = msg`Larger`;
const zoomOut: Word = msg`Smaller`;
const turnPaper: Word = msg`Turn`;
const failedText: Word = msg`The paper could not be loaded.`;

/** Loaded with the first PDF: it is larger than the rest of the desk. */
const PdfPaper = lazy(() => import('./pdf-paper.tsx'));

function usePaperView() {
  const [level, setLevel] = useState<number>(FIT);
  const [turn, setTurn] = useState<PaperView['turn']>(0);
  const change = (step: number) =>
    setLevel((current) => Math.min(Math.max(current + step, 0), ZOOM_LEVELS.length - 1));
  const rotate = () => setTurn((current) => ((current + 90) % 360) as PaperView['turn']);
  useKeys({ '+': () => change(1), '=': () => change(1), '-': () => change(-1), t: rotate });
  return {
    view: { zoom: ZOOM_LEVELS[level] ?? 1, turn },
    mayGrow: level < ZOOM_LEVELS.length - 1,
    mayShrink: level > 0,
    change,
    rotate,
  };
}

interface PaperViewerProps {
  /** Of its file. */
  address: string;
  name: Word;
}

/** One paper, large, with zoom and turn; its frame scrolls. */
export function PaperViewer({ address, name }: PaperViewerProps) {
  const { file, failed, retry } = useFile(address);
  const { view, mayGrow, mayShrink, change, rotate } = usePaperView();
  const bothTexts = useBothTexts();
  const frame = useRef<HTMLDivElement>(null);
  const title = bothTexts(name);
  return (
    <div className="paper">
      <div className="paper-tools">
        <ToolButton word={zoomOut} shortcut="-" disabled={!mayShrink} onClick={() => change(-1)}>
          −
        </ToolButton>
        <ToolButton word={zoomIn} shortcut="+" disabled={!mayGrow} onClick={() => change(1)}>
          +
        </ToolButton>
        <ToolButton word={turnPaper} shortcut="t" onClick={rotate}>
          ↻
        </ToolButton>
        <span className="hint">{Math.round(view.zoom * 100)} %</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section ref={frame} className="paper-frame" tabIndex={0} aria-label={title}>
        {failed && (
          <Banner tone="error">
            <Paragraph word={failedText} />
            <Button word={words.retry} onClick={retry} />
          </Banner>
        )}
        {!file && !failed && <Skeleton lines={8} />}
        {file &&
          (file.blob.type === 'application/pdf' ? (
            <Suspense fallback={<Skeleton lines={8} />}>
              <PdfPaper file={file.blob} frame={frame} {...view} />
            </Suspense>
          ) : (
            <PicturePaper url={file.url} name={title} {...view} />
          ))}
      </section>
    </div>
  );
}

interface ToolButtonProps {
  word: Word;
  shortcut: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function ToolButton({ word, shortcut, children, ...button }: ToolButtonProps) {
  const bothTexts = useBothTexts();
  const isOn = useKeysOn();
  return (
    <Button {...button} aria-label={bothTexts(word)} aria-keyshortcuts={isOn ? shortcut : undefined}>
      <span className="key-word" aria-hidden="true">
        {children} <KeyName name={shortcut} />
      </span>
    </Button>
  );
}

interface PicturePaperProps extends PaperView {
  url: string;
  name: string;
}

/** A turned picture takes the space of its other shape. */
function PicturePaper({ url, name, zoom, turn }: PicturePaperProps) {
  const [{ width, height }, setSize] = useState({ width: 1, height: 1 });
  const shape = width / height;
  const isOnItsSide = turn % 180 !== 0;
  return (
    <div
      className="picture"
      style={{
        // A small photo is not enlarged to the width of the frame.
        width: `min(${zoom * 100}%, ${Math.round(zoom * (isOnItsSide ? height : width))}px)`,
        aspectRatio: String(isOnItsSide ? 1 / shape : shape),
      }}
    >
      <img
        src={url}
        alt={name}
        style={{
          width: isOnItsSide ? `${shape * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          naturalHeight && setSize({ width: naturalWidth, height: naturalHeight })
        }
      />
    </div>
  );
}
