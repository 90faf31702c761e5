import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, createFolder } from '@archaka/service-kit/command-line';
import { isRunning, type Lock, tryLock } from '../bootstrap/lock.mjs';
import { findLastRun } from './run-file.ts';

const marker = 'secrets.json';

/**
 * Locks the data folder for this start, ends processes of an earlier start and, on request,
 * empties it.
 * @throws CommandError when another start holds it, or when it may not be emptied
 */
export async function lockDataFolder(
  dataDir: string,
  { fresh, report }: { fresh: boolean; report: (line: string) => void },
): Promise<Lock> {
  createFolder(dataDir);
  const lock = tryLock(join(dataDir, 'lock'));
  if (lock.release === undefined) {
    throw new CommandError(
      `The data folder ${dataDir} is in use by another npm start (process ${lock.holder}): stop that one, or set another DATA_DIR and PORTAL_PORT.`,
    );
  }
  try {
    await stopOrphans(dataDir, report);
    if (fresh) clearFolder(dataDir);
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

function clearFolder(dataDir: string) {
  const content = readdirSync(dataDir).filter((name) => name !== 'lock');
  if (content.length > 0 && !content.includes(marker)) {
    throw new CommandError(
      `--fresh empties only a data folder that npm start created, and ${dataDir} is not one.`,
    );
  }
  for (const name of content) rmSync(join(dataDir, name), { recursive: true, force: true });
}

const graceMs = 10_000;

/** Ends the processes of an earlier, killed start, unless their guards have done so. */
async function stopOrphans(dataDir: string, report: (line: string) => void): Promise<void> {
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

const getMarkerPath = (dataDir: string) => join(dataDir, 'restore.unfinished');

/** Exists from the first change of a restore to its end: it prevents the start of a partial portal. */
export const createRestoreMarker = (dataDir: string): void => writeFileSync(getMarkerPath(dataDir), '');
export const removeRestoreMarker = (dataDir: string): void => rmSync(getMarkerPath(dataDir), { force: true });

/** @throws CommandError when a restore into this data folder was interrupted */
export function assertRestoreFinished(dataDir: string): void {
  if (!existsSync(getMarkerPath(dataDir))) return;
  throw new CommandError(
    `A restore into ${dataDir} was interrupted: run npm run restore again with --over, or start empty with npm start -- --fresh.`,
  );
}
