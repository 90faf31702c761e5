import { openDatabase } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import fc from 'fast-check';
import type { SecondPaymentPolicy } from '../../src/domain/refund.ts';
import { createDatabaseView } from './database-view.ts';
import { openEntryPoints } from './entry-points.ts';
import { startProcess } from './process.ts';
import { ProviderState } from './provider-state.ts';
import { policy, type Step, scenario } from './steps.ts';
import type { Tally } from './tally.ts';
import { log } from './test-config.ts';
import { type TestBed, World } from './world.ts';

export interface RunOptions {
  readonly seed: number;
  /** Path of a printed failure: only that sequence runs. */
  readonly path: string | undefined;
  /** Whether enough steps have run. */
  readonly hasEnough: () => boolean;
}

const CONCURRENCY = 16;
const RUNS_PER_BATCH = 10;
/** Limits how long a failing sequence is shrunk. */
const SHRINK_MS = 60_000;

async function openTestBed(tally: Tally) {
  const { mongoUrl, drop } = isolateDatabases();
  const db = await openDatabase({ url: mongoUrl, service: 'payment', log });
  const database = createDatabaseView(db);
  startProcess({ db, theirs: new ProviderState(), secondPayment: 'refund' });
  await db.prepareModels();
  const entryPoints = await openEntryPoints();
  const close = async () => {
    await entryPoints.close();
    await db.connection.dropDatabase();
    await db.close();
    await drop();
  };
  return { db, database, entryPoints, tally, close };
}

interface Scenario {
  readonly steps: readonly Step[];
  readonly secondPayment: SecondPaymentPolicy;
  /** Whether to finish a sequence early. */
  readonly isOver: () => boolean;
}

async function runScenario(testBed: TestBed, { steps, secondPayment, isOver }: Scenario): Promise<void> {
  await testBed.database.clear();
  const world = new World(testBed, secondPayment);
  for (const step of steps) {
    if (isOver()) break;
    await world.apply(step);
    testBed.tally.steps += 1;
  }
  await world.drain();
  testBed.tally.scenarios += 1;
}

interface PropertyOptions {
  readonly isEnough: () => boolean;
  /** Called for a failing sequence, at first and during shrinking. */
  readonly onFailure: () => void;
}

/** A property that passes at once when enough steps have run, and limits the time of shrinking. */
function createProperty(testBed: TestBed, { isEnough, onFailure }: PropertyOptions) {
  let failedAt: number | undefined;
  return fc.asyncProperty(scenario, policy, async (steps, secondPayment) => {
    const isFirst = failedAt === undefined;
    if (isFirst ? isEnough() : performance.now() - (failedAt ?? 0) > SHRINK_MS) return;
    try {
      await runScenario(testBed, { steps, secondPayment, isOver: () => isFirst && isEnough() });
    } catch (error) {
      failedAt ??= performance.now();
      onFailure();
      throw error;
    }
  });
}

/** Runs sequences in concurrent worlds until enough steps have run, or one fails. */
export async function runProperties({ seed, path, hasEnough }: RunOptions, tally: Tally): Promise<void> {
  const isReplay = path !== undefined;
  let batches = 0;
  let failed = false;
  const onFailure = () => {
    failed = true;
  };
  const isEnough = () => !isReplay && (failed || hasEnough());

  async function runBatches(testBed: TestBed): Promise<void> {
    do {
      const which = isReplay
        ? { seed, path, endOnFailure: true }
        : { seed: (seed * 1_000_003 + batches++) | 0 };
      await fc.assert(createProperty(testBed, { isEnough, onFailure }), {
        numRuns: RUNS_PER_BATCH,
        ...which,
      });
    } while (!isReplay && !isEnough());
  }

  const testBeds = await Promise.all(
    Array.from({ length: isReplay ? 1 : CONCURRENCY }, () => openTestBed(tally)),
  );
  try {
    const results = await Promise.allSettled(testBeds.map(runBatches));
    for (const one of results) if (one.status === 'rejected') throw one.reason;
  } finally {
    await Promise.all(testBeds.map(({ close }) => close()));
  }
}
