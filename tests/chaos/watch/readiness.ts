import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';

const ASK_EVERY_MS = 100;
const ANSWER_MS = scaledTimeout(3000);

/** Whether what listens on this port answers `/readyz` with 200. */
export async function isReady(port: number): Promise<boolean> {
  const asked = fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
  const response = await asked.catch(() => undefined);
  await response?.body?.cancel().catch(() => undefined);
  return response?.status === 200;
}

/** Asks again and again until it is so; false when it is not within `withinMs`. */
export async function untilSo(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (await isSo()) return true;
    await pause(ASK_EVERY_MS);
  }
  return false;
}
