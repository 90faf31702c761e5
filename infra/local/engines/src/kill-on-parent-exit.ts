import { spawn } from 'node:child_process';
import { join } from 'node:path';

const script = join(import.meta.dirname, 'kill-on-parent-exit.sh');

/**
 * Ends the process group `pid` when this process ends without releasing it: the guard reads a pipe
 * whose other end only this process holds, so it detects even a SIGKILL.
 * @returns the release
 */
export function killOnParentExit(pid: number, graceMs: number): () => void {
  const watcher = spawn('/bin/sh', [script, String(pid), String(Math.ceil(graceMs / 100))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  return () => watcher.stdin.end('released\n');
}
