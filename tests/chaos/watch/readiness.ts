import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';

const POLL_INTERVAL_MS = 100;
const RESPONSE_TIMEOUT_MS = scaledTimeout(3000);

/** The response of `/readyz` at this `host:port`, or the error, when it is not ready; undefined when it is. */
export async function findNotReadyReason(address: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(`http://${address}/readyz`, { signal });
    const body = await response.text();
    return response.status === 200 ? undefined : body;
  } catch (error) {
    return String(error);
  }
}

export const isReady = async (address: string): Promise<boolean> =>
  (await findNotReadyReason(address)) === undefined;

/** Polls the condition until it holds; false after `timeoutMs`. */
export async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await pause(POLL_INTERVAL_MS);
  }
  return false;
}
