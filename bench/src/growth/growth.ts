import { type Portal, startPortal } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { createBlueprints } from './blueprint.ts';
import { assertDiskSpace } from './disk-space.ts';
import { createGrowthFigures } from './figures.ts';
import { withLargeCache } from './large-cache.ts';
import type { GrowthOptions } from './options.ts';
import { type Generator, grow } from './population.ts';
import { createRandom } from './random.ts';
import { createSamples } from './samples.ts';
import { measurePeople, measureStage, type Stage } from './stage.ts';
import { openStore, type Store } from './store.ts';
import { openStores } from './stores.ts';
import { sendWalkers, settle } from './walkers.ts';

const MAX_KNOWN = 200;
const NEWCOMERS = 100;
/** Number of applicants before the first size. */
const WARM_UP = 100;
const WARM_UP_KNOWN = 20;

async function createGenerator(portal: Portal, store: Store, seed: number): Promise<Generator> {
  const walkers = await sendWalkers(portal, store);
  const [rows, expiries] = [await store.readRows(), await store.readExpiries()];
  const blueprints = createBlueprints({ walkers, rows, expiries, readAt: new Date() });
  for (const { walker, rows: own, ids } of blueprints)
    console.log(`an applicant ${walker.way}: ${own.length} rows with ${ids.length} ids`);
  return { blueprints, store, stores: await openStores(portal), random: createRandom(seed) };
}

interface Run extends GrowthOptions {
  readonly portal: Portal;
  readonly generator: Generator;
}

async function growTo(size: number, from: number, { generator }: Run) {
  const known = Math.min(MAX_KNOWN, Math.ceil((size - from) / 4));
  const start = performance.now();
  const growth = { from, to: size, known, isToday: from === WARM_UP };
  const people = await withLargeCache(generator.store, () => grow(growth, generator));
  const seconds = (performance.now() - start) / 1000;
  const rate = ((size - from) / seconds).toFixed(0);
  console.log(`${size} applicants stored: ${rate} a second, ${seconds.toFixed(0)} s`);
  return people;
}

async function measureSizes(run: Run): Promise<Stage[]> {
  const { portal, generator, sizes } = run;
  const { store } = generator;
  const centre = String(generator.blueprints[0]?.walker.centre);
  const from = new Date(Date.now() - 2 * 3_600_000);
  const stages: Stage[] = [];
  const warmUp = await grow({ from: 0, to: WARM_UP, known: WARM_UP_KNOWN, isToday: false }, generator);
  const stageOptions = { portal, store, centre, newcomers: NEWCOMERS };
  const day = { from, to: new Date() };
  await measurePeople({ ...stageOptions, people: warmUp, day }, createSamples());
  let to: Date | undefined;
  for (const [index, size] of sizes.entries()) {
    const people = await growTo(size, sizes[index - 1] ?? WARM_UP, run);
    to ??= new Date();
    await settle(store);
    await store.client.db('admin').command({ fsync: 1 });
    stages.push(await measureStage(size, { ...stageOptions, people, day: { from, to } }));
  }
  return stages;
}

export async function measure(options: GrowthOptions): Promise<Figure[]> {
  await assertDiskSpace(options.sizes.at(-1) ?? 0);
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    const store = await openStore(portal);
    try {
      const generator = await createGenerator(portal, store, options.seed);
      try {
        return createGrowthFigures(await measureSizes({ ...options, portal, generator }));
      } finally {
        await generator.stores.close();
      }
    } finally {
      await store.close();
    }
  } finally {
    await portal.stop();
  }
}
