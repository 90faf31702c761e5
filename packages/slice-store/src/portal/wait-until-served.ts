import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const timeoutMs = 5000;
const intervalMs = 25;
const registrySchema = z.object({ revision: z.number() });

/** Waits until the shell gives this revision, or a later one, to who loads a page. @returns false when it does not */
export async function waitUntilServed(shell: string, revision: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if ((await fetchRevision(shell)) >= revision) return true;
    await pause(intervalMs);
  }
  return false;
}

async function fetchRevision(shell: string): Promise<number> {
  try {
    const response = await fetch(new URL('/slices.json', shell), { signal: AbortSignal.timeout(timeoutMs) });
    return registrySchema.parse(await response.json()).revision;
  } catch {
    return 0;
  }
}
