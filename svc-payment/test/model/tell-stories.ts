import { openDatabase } from '@archaka/service-kit';
import { isolatedDatabases } from '@archaka/test-kit';
import fc from 'fast-check';
import type { SecondPayment } from '../../src/domain/returning.ts';
import { openDoors } from './doors.ts';
import { ourBooks } from './our-books.ts';
import { startProcess } from './process.ts';
import { ProviderBooks } from './provider-books.ts';
import { log } from './setting.ts';
import { policy, type Step, story } from './steps.ts';
import type { Tally } from './tally.ts';
import { type Ground, World } from './world.ts';

export interface Wanted {
  readonly seed: number;
  /** Of a failure that was printed: only that story is told. */
  readonly path: string | undefined;
  /** Whether it is enough. */
  readonly enough: () => boolean;
}

const SIDE_BY_SIDE = 16;
const STORIES_AT_ONCE = 10;
/** So long a failing story is made smaller. */
const SHRINK_MS = 60_000;

async function openGround(tally: Tally) {
  const { mongoUrl, drop } = isolatedDatabases();
  const db = await openDatabase({ url: mongoUrl, service: 'payment', log });
  const books = ourBooks(db);
  startProcess({ db, theirs: new ProviderBooks(), secondPayment: 'refund', onCommit: () => undefined });
  await db.prepareModels();
  const doors = await openDoors();
  const close = async () => {
    await doors.close();
    await db.connection.dropDatabase();
    await db.close();
    await drop();
  };
  return { db, books, doors, tally, close };
}

interface Story {
  readonly steps: readonly Step[];
  readonly secondPayment: SecondPayment;
  /** Whether to come to its end before all is told. */
  readonly isLate: () => boolean;
}

async function tell(ground: Ground, { steps, secondPayment, isLate }: Story): Promise<void> {
  await ground.books.clear();
  const world = new World(ground, secondPayment);
  for (const step of steps) {
    if (isLate()) break;
    await world.take(step);
    ground.tally.steps += 1;
  }
  await world.comeToRest();
  ground.tally.stories += 1;
}

interface Telling {
  readonly isEnough: () => boolean;
  /** Called when a story went wrong, for the first time and while it is made smaller. */
  readonly onFailure: () => void;
}

/** A property that holds at once when enough was told, and gives up making its counterexample smaller after a while. */
function property(ground: Ground, { isEnough, onFailure }: Telling) {
  let failedAt: number | undefined;
  return fc.asyncProperty(story, policy, async (steps, secondPayment) => {
    const isFirst = failedAt === undefined;
    if (isFirst ? isEnough() : performance.now() - (failedAt ?? 0) > SHRINK_MS) return;
    try {
      await tell(ground, { steps, secondPayment, isLate: () => isFirst && isEnough() });
    } catch (error) {
      failedAt ??= performance.now();
      onFailure();
      throw error;
    }
  });
}

/** Tells stories in worlds side by side until it is enough, or one goes wrong. */
export async function tellStories({ seed, path, enough }: Wanted, tally: Tally): Promise<void> {
  const isReplay = path !== undefined;
  let chapters = 0;
  let failed = false;
  const onFailure = () => {
    failed = true;
  };
  const isEnough = () => !isReplay && (failed || enough());

  async function tellSome(ground: Ground): Promise<void> {
    do {
      const which = isReplay
        ? { seed, path, endOnFailure: true }
        : { seed: (seed * 1_000_003 + chapters++) | 0 };
      await fc.assert(property(ground, { isEnough, onFailure }), { numRuns: STORIES_AT_ONCE, ...which });
    } while (!isReplay && !isEnough());
  }

  const grounds = await Promise.all(
    Array.from({ length: isReplay ? 1 : SIDE_BY_SIDE }, () => openGround(tally)),
  );
  try {
    const told = await Promise.allSettled(grounds.map(tellSome));
    for (const one of told) if (one.status === 'rejected') throw one.reason;
  } finally {
    await Promise.all(grounds.map(({ close }) => close()));
  }
}
