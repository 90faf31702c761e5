import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { removeLeftBehind } from './left-behind.ts';
import { RUN_VARIABLE } from './run-id.ts';

/** This shell does not exec: as process 1 of the namespace it reaps orphans, which Node would not. */
const ENTER = 'ip link set lo up && mkdir -p /run/netns && mount -t tmpfs chaos /run/netns && "$@"; exit $?';

/**
 * Runs this program again, with the same arguments, in new namespaces for processes, network and mounts.
 * Linux ends all processes in them when this process ends for any reason.
 * @returns its exit code
 */
export async function runInOwnNamespaces(): Promise<number> {
  await removeLeftBehind();
  const child = spawn(
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', '--', 'unshare', '--net', '--mount', '--pid', '--mount-proc', '--fork'],
      ...['--kill-child=KILL', '--', '/bin/sh', '-c', ENTER, 'chaos'],
      ...[process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    ],
    { stdio: 'inherit', detached: true, env: { ...process.env, [RUN_VARIABLE]: String(process.pid) } },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Signals the whole process group. A hangup would end unshare immediately, so SIGTERM replaces it.
    process.on(signal, () => process.kill(-(child.pid as number), signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  const [code, signal] = await once(child, 'exit');
  await removeLeftBehind();
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}
