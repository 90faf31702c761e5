import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '../bootstrap/lock.mjs';
import { readRun } from './run-file.ts';

const graceMs = 10_000;

/** Ends the processes of an earlier start that was killed, where their guards have not done so yet. */
export async function endLeftovers(dataDir: string, tell: (line: string) => void): Promise<void> {
  const parts = Object.values(readRun(dataDir)?.parts ?? {}).map(({ pid, started }) => ({ pid, started }));
  const alive = () => parts.filter(isRunning);
  if (alive().length === 0) return;
  tell('Ending what an earlier start has left running …');
  for (const { pid } of alive()) signal(pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (alive().length > 0 && Date.now() < deadline) await wait(50);
  for (const { pid } of alive()) signal(-pid, 'SIGKILL');
  while (alive().length > 0) await wait(20);
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
