import { spawn } from 'node:child_process';

const script = `
trap '' HUP INT TERM
read -r released && exit 0
kill -TERM "$1"
tenths=0
while kill -0 "$1" && [ "$tenths" -lt "$2" ]; do sleep 0.1; tenths=$((tenths + 1)); done
kill -KILL "-$1"
kill -KILL "$1"
`;

/**
 * Ends the process group `pid` when this process ends without having released it: the guard reads a pipe
 * whose other end only we hold, so it notices even our SIGKILL.
 * @returns the release
 */
export function guard(pid: number, graceMs: number): () => void {
  const watcher = spawn('/bin/sh', ['-c', script, 'guard', String(pid), String(Math.ceil(graceMs / 100))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  return () => watcher.stdin.end('released\n');
}
