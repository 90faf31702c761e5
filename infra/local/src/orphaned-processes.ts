import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '../bootstrap/lock.mjs';
import { findLastRun } from './run-file.ts';

const graceMs = 10_000;

/** Ends the processes of an earlier, killed start, unless their guards have done so. */
export async function stopOrphans(dataDir: string, report: (line: string) => void): Promise<void> {
  const processes = Object.values(findLastRun(dataDir)?.parts ?? {}).map(({ pid, started }) => ({
    pid,
    started,
  }));
  const findAlive = () => processes.filter(isRunning);
  if (findAlive().length === 0) return;
  report('Stopping processes of an earlier start …');
  for (const { pid } of findAlive()) signal(pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (findAlive().length > 0 && Date.now() < deadline) await wait(50);
  for (const { pid } of findAlive()) signal(-pid, 'SIGKILL');
  while (findAlive().length > 0) await wait(20);
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
