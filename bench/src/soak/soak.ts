import { setTimeout as pause } from 'node:timers/promises';
import { COMPONENTS, type Portal, startPortal } from '@archaka/test-kit';
import { readMemoryByComponent } from '../applicants/component-usage.ts';
import { createTestDocuments } from '../applicants/documents.ts';
import type { JourneyContext } from '../applicants/journey.ts';
import { readStorage } from '../applicants/storage-usage.ts';
import { createTrafficMeter } from '../applicants/traffic-meter.ts';
import { openStore, type Store } from '../growth/store.ts';
import { settle } from '../growth/walkers.ts';
import type { Figure } from '../table.ts';
import { readAllocatedMemory } from './allocated-memory.ts';
import { changePortal, type Interval } from './changes.ts';
import { measureLiveHeap } from './live-heap.ts';
import { calculateSlope, type Point } from './slope.ts';
import { createWayFigures } from './way-figures.ts';
import { runWays } from './ways.ts';

const MINUTES = 60;
/** Two cores can serve 3.9 a second at 510 ms each; the load generator runs on them too. */
const WAYS_PER_SECOND = 1.5;
const WARM_UP_SECONDS = 30;
const MEMORY_INTERVAL_MS = 60_000;
const MAX_MIB_PER_HOUR = 1;
const MS_PER_HOUR = 3600_000;

/** MiB by component over the second half, in which nothing is restarted. */
interface MemoryHistory {
  /** When the processes collected garbage, which delays requests. */
  readonly readings: readonly Interval[];
  /** Of its processes, after a collection of garbage. */
  readonly processes: ReadonlyMap<string, readonly Point[]>;
  /** Of the objects in a heap of JavaScript, or of the allocations of MongoDB. */
  readonly objects: ReadonlyMap<string, readonly Point[]>;
}

async function watchMemory(portal: Portal, store: Store, seconds: number): Promise<MemoryHistory> {
  const processes = new Map<string, Point[]>();
  const objects = new Map<string, Point[]>();
  const readings: Interval[] = [];
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  const addPoints = (history: Map<string, Point[]>, values: ReadonlyMap<string, number>) => {
    const hours = passedMs() / MS_PER_HOUR;
    for (const [component, value] of values)
      history.set(component, [...(history.get(component) ?? []), { hours, value }]);
  };
  await pause(seconds * 500);
  while (passedMs() < seconds * 1000) {
    const fromMs = passedMs();
    addPoints(objects, await measureObjects(portal, store));
    addPoints(processes, await readMemoryByComponent(portal));
    readings.push({ fromMs, toMs: passedMs() });
    await pause(MEMORY_INTERVAL_MS);
  }
  return { processes, objects, readings };
}

async function measureObjects(portal: Portal, store: Store): Promise<Map<string, number>> {
  const { parts } = await portal.running();
  const objects = new Map([['mongod', await readAllocatedMemory(store)]]);
  for (const component of COMPONENTS) {
    const pid = parts[component]?.pid;
    if (pid) objects.set(component, await measureLiveHeap(pid));
  }
  return objects;
}

function createMemoryFigures({ processes, objects }: MemoryHistory): Figure[] {
  const describe = (points: readonly Point[]) => {
    const { slope, margin } = calculateSlope(points);
    const [first, last] = [points[0], points.at(-1)].map((point) => point?.value.toFixed(1));
    return `${slope.toFixed(1)} ± ${margin.toFixed(1)}, from ${first} to ${last} MiB`;
  };
  return [
    ...[...processes].map(([component, points]) => ({
      name: `memory of ${component}, MiB an hour, over the second half`,
      measured: describe(points),
      target: String(MAX_MIB_PER_HOUR),
      isReached: calculateSlope(points).slope <= MAX_MIB_PER_HOUR,
    })),
    ...[...objects].map(([component, points]) => ({
      name: `objects in ${component}, MiB an hour, over the second half`,
      measured: describe(points),
    })),
  ];
}

/** Rows that each applicant adds to a collection. */
async function createRowFigures({ running }: Portal, ways: number): Promise<Figure[]> {
  const storage = await readStorage((await running()).mongoUrl);
  return [...storage]
    .filter(([, { count }]) => count > 0)
    .map(([collection, { count }]) => ({
      name: `rows in ${collection} for a journey`,
      measured: (count / ways).toFixed(2),
    }));
}

async function measureSoak(portal: Portal, seconds: number): Promise<Figure[]> {
  const meter = createTrafficMeter();
  const context: JourneyContext = { portal, meter, documents: await createTestDocuments() };
  const store = await openStore(portal);
  const before = await runWays(context, { perSecond: WAYS_PER_SECOND, seconds: WARM_UP_SECONDS });
  const [ways, downtimes, memory] = await Promise.all([
    runWays(context, { perSecond: WAYS_PER_SECOND, seconds }),
    changePortal(portal, seconds),
    watchMemory(portal, store, seconds),
  ]);
  await settle(store);
  await store.close();
  return [
    ...createWayFigures(ways, { downtimes, readings: memory.readings }, seconds),
    ...createMemoryFigures(memory),
    {
      name: 'outbox, audit log, tickets, messages, evidence',
      measured: 'no work pending',
      isReached: true,
    },
    ...(await createRowFigures(portal, before.length + ways.length)),
  ];
}

/** Applicants at a fixed rate, with slices deployed and services restarted. */
export async function measure(minutes = MINUTES): Promise<Figure[]> {
  // All applicants come from one address.
  const portal = await startPortal({
    env: { LOG_LEVEL: 'warn', RATE_PER_ADDRESS: '1000000', TEXTS_PER_HOUR: '1000000' },
  });
  try {
    return await measureSoak(portal, minutes * 60);
  } finally {
    await portal.stop();
  }
}
