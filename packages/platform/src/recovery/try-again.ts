const FIRST_MS = 2000;
const MOST_MS = 60_000;

/** The pages that one fault has struck do not all come back in the same moment. */
const spread = (ms: number) => ms * (0.75 + Math.random() / 2);

/**
 * Does `work` again after ever longer gaps, from 2 s to a minute, until it gives true; at once when the device is back
 * online or the page is seen again, and never while it is hidden.
 * @param work never rejects
 */
export function tryAgain(work: () => Promise<boolean>): () => void {
  let gapMs = FIRST_MS;
  let timer = setTimeout(go, spread(gapMs));
  let isOver = false;
  let isTrying = false;

  async function go(): Promise<void> {
    if (isTrying || document.hidden) return;
    clearTimeout(timer);
    isTrying = true;
    if (await work()) stop();
    isTrying = false;
    if (isOver) return;
    gapMs = Math.min(gapMs * 2, MOST_MS);
    timer = setTimeout(go, spread(gapMs));
  }

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    removeEventListener('online', go);
    document.removeEventListener('visibilitychange', go);
  }

  addEventListener('online', go);
  document.addEventListener('visibilitychange', go);
  return stop;
}
