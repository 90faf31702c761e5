import type { CodeReader } from '../code/code-reader.ts';

/** Between two frames; the browser's detector takes about as long on a cheap phone. */
const PAUSE_MS = 120;

interface WatchOptions {
  readonly reader: CodeReader;
  /** Called for every frame. */
  readonly onCodes: (texts: readonly string[]) => void;
  readonly isBusy: () => boolean;
  readonly signal: AbortSignal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
