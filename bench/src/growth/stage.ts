import type { Portal } from '@archaka/test-kit';
import { readMemoryByComponent } from '../applicants/component-usage.ts';
import { readStorage, type StorageUsage } from '../applicants/storage-usage.ts';
import { type Cache, readCache } from './cache.ts';
import { measureReads, measureWrites } from './known-calls.ts';
import type { KnownPerson } from './known-person.ts';
import { measureMetrics, measureRelay } from './metrics-and-relay.ts';
import { measureNewcomer } from './newcomer-calls.ts';
import { type Day, measureBackupStart, measureCommands } from './operator-commands.ts';
import { createSamples, type Samples } from './samples.ts';
import type { Store } from './store.ts';
import { createTestFiles } from './test-files.ts';
import { settle } from './walkers.ts';
import { readWideQueries, startProfiler, type WideQuery } from './wide-queries.ts';

/** Measurements with so many stored applicants. */
export interface Stage {
  readonly size: number;
  readonly samples: Samples;
  readonly queries: ReadonlyMap<string, WideQuery>;
  /** MiB by component. */
  readonly memory: ReadonlyMap<string, number>;
  readonly storage: ReadonlyMap<string, StorageUsage>;
  readonly cache: Cache;
}

export interface StageOptions {
  readonly portal: Portal;
  readonly store: Store;
  readonly people: readonly KnownPerson[];
  readonly newcomers: number;
  readonly centre: string;
  readonly day: Day;
}

const ROUNDS = 3;

/** Each ticket is printed again, which is slow on a busy machine. */
const CORRECTIONS = 60;

const isPrinted = ({ way }: KnownPerson): boolean => way === 'paid';

/** Applicants whose ticket is printed again are last. */
const chooseWriters = (people: readonly KnownPerson[]): KnownPerson[] => [
  ...people.filter((person) => !isPrinted(person)),
  ...people.filter(isPrinted).slice(0, CORRECTIONS),
];

export async function measurePeople({ portal, store, people, newcomers }: StageOptions, samples: Samples) {
  const files = await createTestFiles();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const person of people) await measureReads(portal, person, samples);
  for (let count = 0; count < newcomers; count += 1) await measureNewcomer(portal, samples, files);
  for (const person of chooseWriters(people)) await measureWrites(portal, person, samples);
  await settle(store);
}

export async function measureStage(size: number, options: StageOptions): Promise<Stage> {
  const { portal, store, centre, day } = options;
  const samples = createSamples();
  await startProfiler(store);
  await measurePeople(options, samples);
  await measureMetrics(portal, samples);
  await measureRelay(store, samples);
  await settle(store);
  await measureCommands(portal, samples, { centre, day });
  const queries = await readWideQueries(store);
  // It has to read every collection.
  await measureBackupStart(portal, samples);
  const { mongoUrl } = await portal.running();
  return {
    ...{ size, samples, queries, memory: await readMemoryByComponent(portal) },
    ...{ storage: await readStorage(mongoUrl), cache: await readCache(store) },
  };
}
