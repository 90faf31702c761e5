import type { CodeReader } from '../code/code-reader.ts';

/** Between two looks; a reader of the browser's own takes about as long itself on a cheap phone. */
const PAUSE_MS = 120;

interface WatchOptions {
  readonly reader: CodeReader;
  /** The codes in view, for every look. */
  readonly onCodes: (texts: readonly string[]) => void;
  /** Whether to wait. */
  readonly isBusy: () => boolean;
  readonly signal: AbortSignal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Looks for codes in what the camera shows, again and again until the signal ends it. */
export async function watchForCodes(
  video: HTMLVideoElement,
  { reader, onCodes, isBusy, signal }: WatchOptions,
): Promise<void> {
  const canRead = () =>
    video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !document.hidden && !isBusy();
  while (!signal.aborted) {
    const texts = canRead() ? await reader.read(video) : [];
    if (!signal.aborted && !isBusy()) onCodes(texts);
    await pause(PAUSE_MS);
  }
}
