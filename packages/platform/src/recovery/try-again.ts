const INITIAL_DELAY_MS = 2000;
const MAX_DELAY_MS = 60_000;

/** The pages that one fault has struck do not all come back in the same moment. */
const addJitter = (ms: number) => ms * (0.75 + Math.random() / 2);

/**
 * Does `work` again after ever longer gaps, from 2 s to a minute, until it gives true; at once when the device is back
 * online or the page is seen again, and never while it is hidden.
 * @param work never rejects
 */
export function tryAgain(work: () => Promise<boolean>): () => void {
  let delayMs = INITIAL_DELAY_MS;
  let timer = setTimeout(attempt, addJitter(delayMs));
  let isStopped = false;
  let isTrying = false;

  async function attempt(): Promise<void> {
    if (isTrying || document.hidden) return;
    clearTimeout(timer);
    isTrying = true;
    if (await work()) stop();
    isTrying = false;
    if (isStopped) return;
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    timer = setTimeout(attempt, addJitter(delayMs));
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener('online', attempt);
    document.removeEventListener('visibilitychange', attempt);
  }

  addEventListener('online', attempt);
  document.addEventListener('visibilitychange', attempt);
  return stop;
}
