import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { MongoClient } from 'mongodb';
import type { RunObservations } from './assertions/assertion.ts';
import type { Environment } from './environment/environment.ts';
import type { Cleanups } from './environment/start-environment.ts';
import { createProviderClient } from './journeys/provider-client.ts';
import { createResponseCounter } from './journeys/response-counter.ts';
import { runApplicants } from './journeys/run-applicants.ts';
import { createRandom } from './random.ts';
import { type InjectedFault, injectFaults } from './schedule/inject-faults.ts';
import type { FaultGroup } from './schedule/schedule.ts';
import type { Settings } from './settings.ts';
import { watchChanges } from './watch/changes.ts';
import { countOutboxRows, describePolling, readDatabaseSnapshot } from './watch/database-snapshot.ts';
import { readDeadLetters } from './watch/dead-letters.ts';
import { createHistory, HISTORY_COLLECTIONS } from './watch/history.ts';
import { readLedger } from './watch/ledger.ts';
import { readPublishedEvents, startRecording } from './watch/published-events.ts';
import { waitForQuiescence } from './watch/quiescence.ts';

const DATABASE_TIMEOUT_MS = scaledTimeout(5000);
/** Maximum time until no work is pending after the faults. */
const QUIESCENCE_TIMEOUT_MS = scaledTimeout(240_000);
const REPORT_EVERY = 100;

export type ProgressReporter = (line: string) => void;

const describeFault = ({ group, fault, startMs, endMs, hasOccurred }: InjectedFault): string =>
  `${group}: ${fault}, ${startMs} to ${endMs} ms${hasOccurred ? '' : ', without effect'}`;

/** The completed share of the first round of faults in the slowest group, 0 to 1. */
function measureFirstRound<Target extends Environment>(
  groups: readonly FaultGroup<Target>[],
  injectedFaults: readonly InjectedFault[],
): number {
  const occurredByGroup = Map.groupBy(
    injectedFaults.filter(({ hasOccurred }) => hasOccurred),
    ({ group }) => group,
  );
  return Math.min(
    ...groups.map(({ name, faults }) => (occurredByGroup.get(name)?.length ?? 0) / faults.length),
  );
}

interface FaultedRun<Target extends Environment> {
  readonly client: MongoClient;
  readonly groups: readonly FaultGroup<Target>[];
  readonly report: ProgressReporter;
  readonly end: AbortController;
}

/** Injects faults while applicants are active; resolves when all journeys and faults have ended. */
async function runApplicantsUnderFaults<Target extends Environment>(
  environment: Target,
  { seed, minutes, pauseSeconds, oneRound, ...runOptions }: Settings,
  { client, groups, report, end }: FaultedRun<Target>,
) {
  const responses = createResponseCounter();
  const injectedFaults: InjectedFault[] = [];
  const progress = () => measureFirstRound(groups, injectedFaults);
  const faultsEnd = new AbortController();
  const injecting = injectFaults(groups, {
    environment,
    random: (group) => createRandom(seed, `lane ${group}`),
    pauseMs: pauseSeconds * 1000,
    signal: AbortSignal.any([end.signal, faultsEnd.signal]),
    report: (injected) => {
      injectedFaults.push(injected);
      report(describeFault(injected));
      if (oneRound && progress() >= 1) faultsEnd.abort();
    },
  });
  const { origin, simulator } = environment.portal;
  const context = {
    ...{ seed, origin, responses },
    provider: createProviderClient(simulator),
    describePolling: (orderId: string) => describePolling(client, orderId),
  };
  const timeLimit = AbortSignal.timeout(scaledTimeout(minutes * 60_000));
  const signal = AbortSignal.any([timeLimit, end.signal]);
  const reportFinished = (count: number) =>
    count % REPORT_EVERY === 0 && report(`${count} applicants have started`);
  const runningApplicants = runApplicants(
    { ...runOptions, signal, progress, onFinished: reportFinished },
    context,
  );
  const [journeys] = await Promise.all([runningApplicants.finally(() => end.abort()), injecting]);
  return { responses, injectedFaults, journeys };
}

interface RunOptions<Target extends Environment> {
  readonly groups: readonly FaultGroup<Target>[];
  readonly report: ProgressReporter;
  readonly cleanups: Cleanups;
}

/**
 * Injects faults while applicants apply and pay, waits until the portal is quiescent, and returns the
 * observations to check.
 */
export async function runChaos<Target extends Environment>(
  environment: Target,
  settings: Settings,
  { groups, report, cleanups }: RunOptions<Target>,
): Promise<RunObservations> {
  const { brokerUrl, databaseUrl, portal, recoveries } = environment;
  const client = await new MongoClient(databaseUrl, {
    serverSelectionTimeoutMS: DATABASE_TIMEOUT_MS,
  }).connect();
  cleanups.unshift(() => client.close());
  const { history, addChange } = createHistory();
  const changeWatch = await watchChanges(client, HISTORY_COLLECTIONS, addChange);
  cleanups.unshift(changeWatch.stop);
  await startRecording(brokerUrl);

  const end = new AbortController();
  cleanups.unshift(async () => end.abort());
  const applicantResults = await runApplicantsUnderFaults(environment, settings, {
    ...{ client, groups, report, end },
  });
  report('All applicants have started and all faults have ended: waiting until no work is pending …');
  const quiescence = await waitForQuiescence(
    { client, simulator: portal.simulator, history },
    QUIESCENCE_TIMEOUT_MS,
  );
  await changeWatch.waitUntilCaughtUp();
  return {
    ...applicantResults,
    quiescence,
    history,
    scheduledFaults: groups.flatMap(({ faults }) => faults.map(({ name }) => name)),
    recoveries: recoveries.all,
    events: await readPublishedEvents(brokerUrl, portal.dataDir),
    snapshot: await readDatabaseSnapshot(client),
    ledger: await readLedger(portal.simulator),
    outboxRows: await countOutboxRows(client),
    deadLetters: await readDeadLetters(brokerUrl),
  };
}
