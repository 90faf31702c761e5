/**
 * Aborts when the process receives a signal to stop, with the signal's name as the reason.
 * @param prepare is awaited before the abort, while all processes still run
 */
export function createInterruption(prepare = async (): Promise<unknown> => undefined): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => prepare().finally(() => controller.abort(name)));
  }
  return controller.signal;
}
