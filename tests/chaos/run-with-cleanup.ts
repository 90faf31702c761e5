import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AssertionResults, haveAllPassed, runAssertions } from './assertions/assertions.ts';
import type { Environment } from './environment/environment.ts';
import type { Cleanups } from './environment/start-environment.ts';
import { createRandom } from './random.ts';
import { formatReport } from './report.ts';
import { type ProgressReporter, runChaos } from './run-chaos.ts';
import type { Settings } from './settings.ts';
import type { Stage } from './stages.ts';

/** Applicants send separate addresses, as a proxy before the gateway would; the limit of an address is off. */
const LOAD_SETTINGS = {
  RATE_PER_ADDRESS: '1000000',
  TEXTS_PER_HOUR: '1000000',
  // Early first polls find payments without notifications, so that their applicants do not prolong the run.
  RECONCILE_FIRST_MS: '3000',
};

export interface RunResult {
  readonly results: AssertionResults;
  /** The folder of the logs; undefined when every assertion passed. */
  readonly folder?: string;
}

/** Creates a reporter that also stores its lines, with the seconds since its creation. */
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

/** Removes a folder to which a stopping engine may still write. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Stops everything that was started and removes its data except the logs. */
async function cleanUp(folder: string, cleanups: Cleanups, report: ProgressReporter): Promise<void> {
  for (const cleanup of cleanups)
    await cleanup().catch((error: Error) => report(`stopping it failed: ${error.message}`));
  for (const folderName of ['mongod', 'rabbitmq', 'orders'])
    await remove(join(folder, folderName)).catch((error: Error) =>
      report(`removing it failed: ${error.message}`),
    );
}

/** The run received a signal to stop. */
export class RunInterrupted extends Error {
  override readonly name = 'RunInterrupted';
}

/** Rejects at the first signal to stop; further signals do not interrupt the cleanup. */
function rejectOnInterruption(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => reject(new RunInterrupted(signal)));
  }
  // A signal may arrive before the first await, or after the last.
  promise.catch(() => undefined);
  return promise;
}

/**
 * Starts an environment, runs and checks it, and stops everything, also after an interruption. Retains
 * the logs unless every assertion passed.
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
    const { groups, assertions } = stage;
    const running = runChaos(environment, settings, { groups, report, cleanups });
    results = runAssertions(assertions, await Promise.race([running, interruption]));
    report(`seed ${seed}:\n${formatReport(results)}`);
    return haveAllPassed(results) ? { results } : { results, folder };
  } finally {
    // Waits for a start in progress, so that the cleanup stops it too.
    await starting?.catch(() => undefined);
    if (!results || !haveAllPassed(results)) {
      await storeLogs(folder, environment, lines).catch((error: Error) =>
        print(`Logs are missing: ${error.message}`),
      );
      print(`The logs of this run: ${folder}`);
    }
    await cleanUp(folder, cleanups, print);
    if (results && haveAllPassed(results)) await remove(folder);
  }
}
