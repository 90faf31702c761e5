const INITIAL_DELAY_MS = 2000;
const MAX_DELAY_MS = 60_000;

const addJitter = (ms: number) => ms * (0.75 + Math.random() / 2);

/** Waits 2 s to a minute. Retries at once when online or visible again, never while hidden. `work` never rejects. */
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
