import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const withinMs = 5000;
const againMs = 25;
const shown = z.object({ revision: z.number() });

/** Waits until the shell gives this revision, or a later one, to who loads a page. @returns false when it does not */
export async function untilShown(shell: string, revision: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if ((await revisionAt(shell)) >= revision) return true;
    await pause(againMs);
  }
  return false;
}

async function revisionAt(shell: string): Promise<number> {
  try {
    const response = await fetch(new URL('/slices.json', shell), { signal: AbortSignal.timeout(withinMs) });
    return shown.parse(await response.json()).revision;
  } catch {
    return 0;
  }
}
