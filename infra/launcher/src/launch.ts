import { isRunning, type Lock, startedAt } from '../bootstrap/lock.mjs';
import { refuseUnfinished } from './backup/unfinished.ts';
import { takeDataFolder } from './data-folder.ts';
import type { Plan } from './plan.ts';
import { type OpenPortal, openPortal } from './portal.ts';
import { checkPorts } from './ports.ts';
import { readSettings, type Settings } from './settings.ts';
import { wordsFor } from './words-for.ts';

/** One press of Ctrl-C may arrive twice: from the terminal and passed on by npm. */
const samePressMs = 300;

const tell = (line: string) => console.log(line);

const settingsOfStart = () => readSettings(process.argv.slice(2), process.env);

/** Runs a portal in this process until it is told to stop; then exits. */
export async function launch(plan: Plan, read: () => Settings = settingsOfStart): Promise<void> {
  let lock: Lock | undefined;
  let portal: OpenPortal | undefined;
  let stopping = false;
  const leave = (code: number) => {
    lock?.release();
    process.exit(code);
  };
  whenToldToStop({
    first: async () => {
      stopping = true;
      tell('Stopping …');
      await portal?.close();
      leave(0);
    },
    second: () => {
      portal?.kill();
      leave(130);
    },
  });
  try {
    const settings = read();
    warnAboutFresh(settings);
    lock = await takeDataFolder(settings.dataDir, { fresh: settings.fresh, tell });
    refuseUnfinished(settings.dataDir);
    await checkPorts(plan.parts, settings.port);
    portal = openPortal(plan, settings, tell);
    await portal.ready;
    tell(`Portal ready: ${settings.origin}`);
  } catch (error) {
    if (stopping) return;
    console.error(wordsFor(error));
    await portal?.close();
    leave(1);
  }
}

function warnAboutFresh({ fresh, env }: Settings) {
  const given = ['MONGO_URL', 'AMQP_URL'].filter((name) => env[name]);
  if (fresh && given.length > 0) tell(`--fresh leaves alone what is at ${given.join(' and ')}.`);
}

function whenToldToStop({ first, second }: { first: () => void; second: () => void }) {
  let told: number | undefined;
  const stop = () => {
    if (told === undefined) {
      told = Date.now();
      first();
    } else if (Date.now() - told > samePressMs) second();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  whenLauncherEnds(stop);
  // A terminal or pipe that has gone must not end us before everything is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** npm or the bootstrap may be killed without a chance to tell us. */
function whenLauncherEnds(stop: () => void) {
  const launchers = (process.env.LAUNCHED_BY ?? '').split(' ').filter(Boolean).map(Number);
  const known = launchers.map((pid) => ({ pid, started: startedAt(pid) }));
  if (known.length === 0) return;
  const watch = setInterval(() => {
    if (known.every(isRunning)) return;
    clearInterval(watch);
    stop();
  }, 500);
}
