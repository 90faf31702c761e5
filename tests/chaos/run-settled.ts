import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chanceOf } from './chance.ts';
import { runChaos, type Tell } from './chaos.ts';
import { report } from './report.ts';
import type { Settings } from './settings.ts';
import type { Stage } from './stage/stage.ts';
import { type Closing, startStage } from './stage/start-stage.ts';
import { holds, judge, type Verdict } from './verdict/verdict.ts';

/** Applicants come from addresses of their own, as a proxy before the gateway would name them. */
const FOR_A_CROWD = { TRUSTED_PROXIES: '127.0.0.1', RATE_PER_ADDRESS: '1000000' };

export interface Outcome {
  readonly verdict: Verdict;
  /** Where the logs are; undefined when everything holds. */
  readonly folder?: string;
}

/** A teller that keeps what it told, with the seconds since it began. */
function keeping(tell: Tell): { tell: Tell; lines: string[] } {
  const began = performance.now();
  const lines: string[] = [];
  return {
    lines,
    tell: (line) => {
      lines.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`);
      tell(lines.at(-1) as string);
    },
  };
}

async function keepLogs(folder: string, stage: Stage | undefined, lines: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'run.log'), lines.join('\n'));
  if (!stage) return;
  await writeFile(join(folder, 'launcher.log'), stage.portal.output());
  await cp(join(stage.portal.dataDir, 'logs'), join(folder, 'logs'), { recursive: true });
}

/** Removes a folder into which an engine that is just ending may still write. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Ends what was started, and removes its data; the logs stay. */
async function clearAway(folder: string, closing: Closing, tell: Tell): Promise<void> {
  for (const close of closing)
    await close().catch((error: Error) => tell(`could not be ended: ${error.message}`));
  for (const data of ['mongod', 'rabbitmq', 'orders'])
    await remove(join(folder, data)).catch((error: Error) => tell(`could not be removed: ${error.message}`));
}

/** Somebody wanted to stop us. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Rejects when somebody wants to stop us; asked again, we go on with ending what was started. */
function interrupted(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => reject(new Interrupted(signal)));
  }
  // It may come while nobody waits for it.
  promise.catch(() => undefined);
  return promise;
}

/**
 * Starts everything, lets a run happen, judges it and ends everything, also when it is interrupted; keeps
 * the logs unless all holds.
 * @throws Interrupted
 */
export async function runSettled(settings: Settings, print: Tell): Promise<Outcome> {
  const { seed } = settings;
  const folder = await mkdtemp(join(tmpdir(), `chaos-${seed}-`));
  const closing: Closing = [];
  const { tell, lines } = keeping(print);
  const interruption = interrupted();
  let starting: Promise<Stage> | undefined;
  let stage: Stage | undefined;
  let verdict: Verdict | undefined;
  try {
    tell(`seed ${seed}, ${settings.applicants} applicants`);
    starting = startStage({ folder, chance: chanceOf(seed, 'clocks'), closing, env: FOR_A_CROWD });
    stage = await Promise.race([starting, interruption]);
    tell('The portal is ready.');
    const running = runChaos(stage, settings, { tell, closing });
    verdict = judge(await Promise.race([running, interruption]));
    tell(`seed ${seed}:\n${report(verdict)}`);
    return holds(verdict) ? { verdict } : { verdict, folder };
  } finally {
    // What was still starting is ended, too.
    await starting?.catch(() => undefined);
    if (!verdict || !holds(verdict)) {
      await keepLogs(folder, stage, lines).catch((error: Error) =>
        print(`Logs are missing: ${error.message}`),
      );
      print(`The logs of this run: ${folder}`);
    }
    await clearAway(folder, closing, print);
    if (verdict && holds(verdict)) await remove(folder);
  }
}
