/** Keeps the screen on until the signal ends it; browsers let go of the screen when the page is hidden. */
export function keepScreenOn(signal: AbortSignal): void {
  const ask = async () => {
    if (document.hidden || signal.aborted) return;
    // Refused when the battery is low; the page works without.
    const lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    signal.addEventListener('abort', () => void lock?.release(), { once: true });
    if (signal.aborted) await lock?.release();
  };
  document.addEventListener('visibilitychange', ask, { signal });
  void ask();
}
