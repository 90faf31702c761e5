import { join } from 'node:path';
import { isRunning, type Lock, readStartTime } from '../bootstrap/lock.mjs';
import { describeAddresses, type Plan } from './components.ts';
import { assertRestoreFinished, lockDataFolder } from './data-folder.ts';
import { assertPortsFree } from './engines.ts';
import { deleteOldLogs } from './logs.ts';
import { formatError } from './operator-command.ts';
import { type OpenPortal, openPortal } from './portal.ts';
import { readRetentionDays, type Settings } from './settings.ts';

/** One press of Ctrl-C may arrive twice: from the terminal and passed on by npm. */
const SIGNAL_DEBOUNCE_MS = 300;

const report = (line: string) => console.log(line);

/** Runs a portal in this process until a stop signal; then exits. */
export async function launch(
  plan: Plan,
  loadSettings: () => Settings,
  onReady?: (settings: Settings) => void,
): Promise<void> {
  let lock: Lock | undefined;
  let portal: OpenPortal | undefined;
  let stopping = false;
  const exit = (code: number) => {
    lock?.release();
    process.exit(code);
  };
  onStopSignal({
    first: async () => {
      stopping = true;
      report('Stopping …');
      await portal?.close();
      exit(0);
    },
    second: () => {
      portal?.kill();
      exit(130);
    },
  });
  try {
    const settings = loadSettings();
    warnAboutFresh(settings);
    lock = await lockDataFolder(settings.dataDir, { fresh: settings.fresh, report });
    deleteOldLogs(join(settings.dataDir, 'logs'), readRetentionDays('log', settings.env));
    assertRestoreFinished(settings.dataDir);
    await assertPortsFree(plan.components, settings.port);
    portal = openPortal(plan, settings, report);
    await portal.ready;
    report(`Portal ready: ${settings.origin}`);
    for (const line of describeAddresses(plan, settings)) report(line);
    onReady?.(settings);
  } catch (error) {
    if (stopping) return;
    console.error(formatError(error));
    await portal?.close();
    exit(1);
  }
}

function warnAboutFresh({ fresh, env }: Settings) {
  const given = ['MONGO_URL', 'AMQP_URL'].filter((name) => env[name]);
  if (fresh && given.length > 0) report(`--fresh does not empty ${given.join(' and ')}.`);
}

function onStopSignal({ first, second }: { first: () => void; second: () => void }) {
  let firstSignalAt: number | undefined;
  const stop = () => {
    if (firstSignalAt === undefined) {
      firstSignalAt = Date.now();
      first();
    } else if (Date.now() - firstSignalAt > SIGNAL_DEBOUNCE_MS) second();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  onLauncherExit(stop);
  // A closed terminal or pipe must not end this process before everything is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** npm or the bootstrap may be killed without forwarding a signal. */
function onLauncherExit(stop: () => void) {
  const launchers = (process.env.LAUNCHED_BY ?? '').split(' ').filter(Boolean).map(Number);
  const launcherProcesses = launchers.map((pid) => ({ pid, started: readStartTime(pid) }));
  if (launcherProcesses.length === 0) return;
  const watch = setInterval(() => {
    if (launcherProcesses.every(isRunning)) return;
    clearInterval(watch);
    stop();
  }, 500);
}
