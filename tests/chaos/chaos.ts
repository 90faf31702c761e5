import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { MongoClient } from 'mongodb';
import {
  type AssertionResults,
  formatReport,
  haveAllPassed,
  type RunObservations,
  runAssertions,
} from './assertions.ts';
import { readDeadLetters, readPublishedEvents, startRecording } from './broker.ts';
import { type Cleanups, type Environment, startEnvironment } from './environment.ts';
import { type FaultGroups, faultGroups, shortFaultGroups } from './faults.ts';
import { createHistory, HISTORY_COLLECTIONS, watchChanges } from './history.ts';
import { runApplicants } from './journeys.ts';
import { readDatabaseSnapshot, readLedger, waitForQuiescence } from './quiescence.ts';
import { createRandom } from './random.ts';
import { type InjectedFault, injectFaults, measureFirstRound } from './schedule.ts';

export interface Settings {
  /** Minimum number; further applicants start until every fault has taken effect. */
  readonly applicants: number;
  /** The seed of all random choices. */
  readonly seed: number;
  /** Period in which applicants start, on the reference machine. */
  readonly minutes: number;
  /** Maximum of concurrent applicants. */
  readonly concurrency: number;
  /** The longest pause between two faults of a group, in seconds. */
  readonly pauseSeconds: number;
  /** True: one fault of each kind, until it has taken effect. False: all faults, in rounds while applicants are active. */
  readonly isShort: boolean;
}

/** Applicants send separate addresses, as a proxy before the gateway would; the limit of an address is off. */
const LOAD_SETTINGS = {
  RATE_PER_ADDRESS: '1000000',
  TEXTS_PER_HOUR: '1000000',
  // Early first polls find payments without notifications, so that their applicants do not prolong the run.
  RECONCILE_FIRST_MS: '3000',
};
const DATABASE_TIMEOUT_MS = scaledTimeout(5000);
/** Maximum time until no work is pending after the faults. */
const QUIESCENCE_TIMEOUT_MS = scaledTimeout(240_000);
const REPORT_EVERY = 100;

type Report = (line: string) => void;

interface Run {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly cleanups: Cleanups;
  readonly report: Report;
}

const chooseFaults = ({ isShort }: Settings): FaultGroups => (isShort ? shortFaultGroups : faultGroups);

/** Injects faults while applicants are active; resolves when all journeys and faults have ended. */
async function runApplicantsUnderFaults({ settings, environment, cleanups, report }: Run) {
  const { seed, minutes, pauseSeconds, isShort, applicants, concurrency } = settings;
  const { portal } = environment;
  const unexpectedResponses: string[] = [];
  const injectedFaults: InjectedFault[] = [];
  const groups = chooseFaults(settings);
  const progress = () => measureFirstRound(groups, injectedFaults);
  const [end, faultsEnd] = [new AbortController(), new AbortController()];
  cleanups.unshift(async () => end.abort());
  const injecting = injectFaults({
    environment,
    groups,
    random: (group) => createRandom(seed, `lane ${group}`),
    pauseMs: pauseSeconds * 1000,
    signal: AbortSignal.any([end.signal, faultsEnd.signal]),
    report: (injected) => {
      const { group, fault, startMs, endMs, hasOccurred } = injected;
      injectedFaults.push(injected);
      report(`${group}: ${fault}, ${startMs} to ${endMs} ms${hasOccurred ? '' : ', without effect'}`);
      if (isShort && progress() >= 1) faultsEnd.abort();
    },
  });
  const timeLimit = AbortSignal.timeout(scaledTimeout(minutes * 60_000));
  const runningApplicants = runApplicants(
    {
      applicants,
      concurrency,
      progress,
      signal: AbortSignal.any([timeLimit, end.signal]),
      onFinished: (count) => count % REPORT_EVERY === 0 && report(`${count} applicants have started`),
    },
    { seed, origin: portal.origin, simulator: portal.simulator, unexpectedResponses },
  );
  const [journeys] = await Promise.all([runningApplicants.finally(() => end.abort()), injecting]);
  return { unexpectedResponses, injectedFaults, journeys };
}

/** Runs applicants under faults, waits until the portal is quiescent, and returns the observations to check. */
async function observe(run: Run): Promise<RunObservations> {
  const { environment, cleanups, report } = run;
  const { broker, database, portal, recoveries } = environment;
  const options = { serverSelectionTimeoutMS: DATABASE_TIMEOUT_MS };
  const client = await new MongoClient(database.url, options).connect();
  cleanups.unshift(() => client.close());
  const { history, addChange } = createHistory();
  const changeWatch = await watchChanges(client, HISTORY_COLLECTIONS, addChange);
  cleanups.unshift(changeWatch.stop);
  await startRecording(broker.url);

  const applicantResults = await runApplicantsUnderFaults(run);
  report('All applicants have started and all faults have ended: waiting until no work is pending …');
  const pendingWork = await waitForQuiescence(
    { client, simulator: portal.simulator, history },
    QUIESCENCE_TIMEOUT_MS,
  );
  await changeWatch.waitUntilCaughtUp();
  return {
    ...applicantResults,
    pendingWork,
    history,
    scheduledFaults: Object.values(chooseFaults(run.settings)).flatMap((faults) =>
      faults.map(({ name }) => name),
    ),
    recoveries: recoveries.all,
    events: await readPublishedEvents(broker.url, portal.dataDir),
    snapshot: await readDatabaseSnapshot(client),
    ledger: await readLedger(portal.simulator),
    deadLetters: await readDeadLetters(broker.url),
  };
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

/** Removes a folder to which a stopping engine may still write. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Stops everything that was started, and removes its data except the logs. */
async function cleanUp(folder: string, cleanups: Cleanups, report: Report): Promise<void> {
  const removals = ['mongod', 'rabbitmq'].map((name) => () => remove(join(folder, name)));
  for (const cleanup of [...cleanups, ...removals])
    await cleanup().catch((error: Error) => report(`cleaning up failed: ${error.message}`));
}

async function storeLogs(folder: string, environment: Environment | undefined, lines: readonly string[]) {
  await writeFile(join(folder, 'run.log'), lines.join('\n'));
  if (!environment) return;
  await cp(join(environment.portal.dataDir, 'logs'), join(folder, 'logs'), { recursive: true });
  await writeFile(join(folder, 'logs/launcher.log'), environment.portal.output());
}

/**
 * Starts an environment, runs and checks it, and stops everything, also after an interruption. Retains
 * the logs unless every assertion passed.
 * @throws RunInterrupted
 */
export async function runChaos(settings: Settings, print: Report): Promise<AssertionResults> {
  const { seed } = settings;
  const folder = await mkdtemp(join(tmpdir(), `chaos-${seed}-`));
  const cleanups: Cleanups = [];
  const startedAt = performance.now();
  const lines: string[] = [];
  const report = (line: string) => {
    lines.push(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${line}`);
    print(lines.at(-1) as string);
  };
  const interruption = rejectOnInterruption();
  report(`seed ${seed}, ${settings.applicants} applicants`);
  const starting = startEnvironment({ folder, cleanups, env: LOAD_SETTINGS, report });
  let environment: Environment | undefined;
  let results: AssertionResults | undefined;
  try {
    environment = await Promise.race([starting, interruption]);
    report('The portal is ready.');
    const observing = observe({ settings, environment, cleanups, report });
    results = runAssertions(await Promise.race([observing, interruption]));
    report(`seed ${seed}:\n${formatReport(results)}`);
    return results;
  } finally {
    // Waits for a start in progress, so that the cleanup stops it too.
    await starting.catch(() => undefined);
    const hasPassed = results !== undefined && haveAllPassed(results);
    if (!hasPassed) {
      await storeLogs(folder, environment, lines).catch((error: Error) =>
        print(`Logs are missing: ${error.message}`),
      );
      print(`The logs of this run: ${folder}`);
    }
    await cleanUp(folder, cleanups, print);
    if (hasPassed) await remove(folder);
  }
}
