import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';

const POLL_INTERVAL_MS = 100;
const RESPONSE_TIMEOUT_MS = scaledTimeout(3000);

/** Whether what listens on this port answers `/readyz` with 200. */
export async function isReady(port: number): Promise<boolean> {
  const pendingResponse = fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const response = await pendingResponse.catch(() => undefined);
  await response?.body?.cancel().catch(() => undefined);
  return response?.status === 200;
}

/** Asks again and again until it is so; false when it is not within `timeoutMs`. */
export async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await pause(POLL_INTERVAL_MS);
  }
  return false;
}
