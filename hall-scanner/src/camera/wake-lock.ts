/** Keeps the screen on until the signal ends it; browsers let go of the screen when the page is hidden. */
export function acquireWakeLock(signal: AbortSignal): void {
  const requestLock = async () => {
    if (document.hidden || signal.aborted) return;
    // Refused when the battery is low; the page works without.
    const lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    signal.addEventListener('abort', () => void lock?.release(), { once: true });
    if (signal.aborted) await lock?.release();
  };
  document.addEventListener('visibilitychange', requestLock, { signal });
  void requestLock();
}
