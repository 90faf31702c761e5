/**
 * Aborts when the process is asked to end, with the signal's name as the reason.
 * @param prepare is awaited first, for what must happen while everything still runs
 */
export function createInterruption(prepare = async (): Promise<unknown> => undefined): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => prepare().finally(() => controller.abort(name)));
  }
  return controller.signal;
}
