import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Acquires a lock file that names this process. A lock of an ended process is ignored.
 * @returns the lock, or the pid of its holder
 */
export function tryLock(path) {
  const ownContent = JSON.stringify({ pid: process.pid, started: readStartTime(process.pid) });
  const tempFile = `${path}.${process.pid}`;
  writeFileSync(tempFile, ownContent, { mode: 0o600 });
  try {
    for (;;) {
      if (link(tempFile, path)) return { release: () => release(path, ownContent) };
      const heldContent = read(path);
      const holder = parse(heldContent);
      if (holder !== undefined && isRunning(holder)) return { holder: holder.pid };
      if (heldContent !== undefined) removeStaleLock(path, heldContent);
    }
  } finally {
    rmSync(tempFile, { force: true });
  }
}

/** Acquires the lock as soon as it is free; calls `waiting` once with the holder's pid. */
export async function acquireLock(path, onWait) {
  let hasNotified = false;
  for (;;) {
    const lock = tryLock(path);
    if (lock.release) return lock;
    if (!hasNotified) onWait(lock.holder);
    hasNotified = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Whether the recorded process is still running, and not another one with its pid. */
export function isRunning({ pid, started }) {
  return started !== undefined && readStartTime(pid) === started;
}

/** Start time of a running process, in the system's own format; undefined without one. */
export function readStartTime(pid) {
  if (process.platform !== 'linux') return readStartTimeFromPs(pid);
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc(5): field 2 is the command's name in brackets, field 3 the state, field 22 the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

function readStartTimeFromPs(pid) {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function link(tempFile, path) {
  try {
    linkSync(tempFile, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock without a holder; restores it if it is the new lock of a quicker start. */
function removeStaleLock(path, heldContent) {
  const aside = `${path}.${process.pid}.aside`;
  try {
    renameSync(path, aside);
    if (read(aside) !== heldContent) link(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  rmSync(aside, { force: true });
}

function release(path, ownContent) {
  if (read(path) === ownContent) rmSync(path, { force: true });
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
