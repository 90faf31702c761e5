import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AssertionResults, allHold, runAssertions } from './assertions/assertions.ts';
import type { Environment } from './environment/environment.ts';
import type { Cleanups } from './environment/start-environment.ts';
import { createRandom } from './random.ts';
import { formatReport } from './report.ts';
import { type ProgressReporter, runChaos } from './run-chaos.ts';
import type { Settings } from './settings.ts';
import type { Stage } from './stages.ts';

/** Applicants come from addresses of their own, as a proxy before the gateway would name them. */
const LOAD_SETTINGS = {
  RATE_PER_ADDRESS: '1000000',
  // A payment whose news all got lost is found this soon, or its applicant waits for it alone at the end.
  RECONCILE_FIRST_MS: '3000',
};

export interface RunResult {
  readonly results: AssertionResults;
  /** Where the logs are; undefined when everything holds. */
  readonly folder?: string;
}

/** A teller that keeps what it told, with the seconds since it began. */
function createRecordingReporter(report: ProgressReporter): { report: ProgressReporter; lines: string[] } {
  const startedAt = performance.now();
  const lines: string[] = [];
  return {
    lines,
    report: (line) => {
      lines.push(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${line}`);
      report(lines.at(-1) as string);
    },
  };
}

async function storeLogs(
  folder: string,
  environment: Environment | undefined,
  lines: readonly string[],
): Promise<void> {
  await writeFile(join(folder, 'run.log'), lines.join('\n'));
  for (const { portal, host } of environment?.installations ?? []) {
    const logs = join(folder, 'logs', host);
    await cp(join(portal.dataDir, 'logs'), logs, { recursive: true });
    await writeFile(join(logs, 'launcher.log'), portal.output());
  }
}

/** Removes a folder into which an engine that is just ending may still write. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Ends what was started, and removes its data; the logs stay. */
async function cleanUp(folder: string, cleanups: Cleanups, report: ProgressReporter): Promise<void> {
  for (const cleanup of cleanups)
    await cleanup().catch((error: Error) => report(`could not be ended: ${error.message}`));
  for (const folderName of ['mongod', 'rabbitmq', 'orders'])
    await remove(join(folder, folderName)).catch((error: Error) =>
      report(`could not be removed: ${error.message}`),
    );
}

/** Somebody wanted to stop us. */
export class RunInterrupted extends Error {
  override readonly name = 'RunInterrupted';
}

/** Rejects when somebody wants to stop us; asked again, we go on with ending what was started. */
function rejectOnInterruption(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => reject(new RunInterrupted(signal)));
  }
  // It may come while nobody waits for it.
  promise.catch(() => undefined);
  return promise;
}

/**
 * Starts everything, lets a run happen, judges it and ends everything, also when it is interrupted; keeps
 * the logs unless all holds.
 * @throws RunInterrupted
 */
export async function runWithCleanup<Target extends Environment>(
  settings: Settings,
  stage: Stage<Target>,
  print: ProgressReporter,
): Promise<RunResult> {
  const { seed } = settings;
  const folder = await mkdtemp(join(tmpdir(), `chaos-${seed}-`));
  const cleanups: Cleanups = [];
  const { report, lines } = createRecordingReporter(print);
  const interruption = rejectOnInterruption();
  let starting: Promise<Target> | undefined;
  let environment: Target | undefined;
  let results: AssertionResults | undefined;
  try {
    report(`seed ${seed}, ${settings.applicants} applicants`);
    starting = stage.start({
      folder,
      random: createRandom(seed, 'clocks'),
      cleanups,
      env: LOAD_SETTINGS,
      report,
    });
    environment = await Promise.race([starting, interruption]);
    report('The portal is ready.');
    const running = runChaos(environment, settings, { groups: stage.groups, report, cleanups });
    results = runAssertions(stage.assertions, await Promise.race([running, interruption]));
    report(`seed ${seed}:\n${formatReport(results)}`);
    return allHold(results) ? { results } : { results, folder };
  } finally {
    // What was still starting is ended, too.
    await starting?.catch(() => undefined);
    if (!results || !allHold(results)) {
      await storeLogs(folder, environment, lines).catch((error: Error) =>
        print(`Logs are missing: ${error.message}`),
      );
      print(`The logs of this run: ${folder}`);
    }
    await cleanUp(folder, cleanups, print);
    if (results && allHold(results)) await remove(folder);
  }
}
