import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const timeoutMs = 5000;
const intervalMs = 25;
const registrySchema = z.object({ revision: z.number() });

/** @returns false when the shell does not serve this or a later revision in time */
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
    const response = await fetch(new URL('/slices.json', shell), {
      headers: { 'accept-encoding': 'gzip' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return registrySchema.parse(await response.json()).revision;
  } catch {
    return 0;
  }
}
