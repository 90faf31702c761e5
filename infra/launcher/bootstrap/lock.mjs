import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Takes a lock file that names this process. One whose process is gone counts for nothing.
 * @returns the lock, or the pid of the process that has it
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

/** Takes the lock as soon as nobody has it; `waiting` is told once whom it waits for. */
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

/** Whether the very process that was noted is still running, and not another one under its pid. */
export function isRunning({ pid, started }) {
  return started !== undefined && readStartTime(pid) === started;
}

/** When a running process was started, in the system's own words; undefined when there is none. */
export function readStartTime(pid) {
  if (process.platform !== 'linux') return readStartTimeFromPs(pid);
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc(5): the command's name, in brackets, is field 2; the state is field 3, the start time field 22.
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

/** Removes a lock nobody holds; when another start was quicker and this is its new lock, puts it back. */
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
