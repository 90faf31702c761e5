import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { removeLeftBehind } from './left-behind.ts';
import { RUN_VARIABLE } from './run-id.ts';

/** The shell that runs this stays: as the first process there it waits for orphans, which Node would not. */
const ENTER = 'ip link set lo up && mkdir -p /run/netns && mount -t tmpfs chaos /run/netns && "$@"; exit $?';

/**
 * Runs this program again, with the same arguments, in namespaces of its own for processes, network and mounts.
 * Linux ends all that is in them when we end, however we end.
 * @returns what it exits with
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
    // The group of the shell, not that of unshare alone, which a hangup would end at once.
    process.on(signal, () => process.kill(-(child.pid as number), signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  const [code, signal] = await once(child, 'exit');
  await removeLeftBehind();
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}
