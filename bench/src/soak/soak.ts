import { setTimeout as pause } from 'node:timers/promises';
import { COMPONENTS, type Portal, percentile, startPortal } from '@archaka/test-kit';
import { readMemoryByComponent } from '../applicants/component-usage.ts';
import { createTestDocuments } from '../applicants/documents.ts';
import type { JourneyContext } from '../applicants/journey.ts';
import { readStorage } from '../applicants/storage-usage.ts';
import { createTrafficMeter } from '../applicants/traffic-meter.ts';
import { openStore } from '../growth/store.ts';
import { settle } from '../growth/walkers.ts';
import type { Figure } from '../table.ts';
import { readAllocatedMemory } from './allocated-memory.ts';
import { type Absence, changePortal } from './changes.ts';
import { measureLiveHeap } from './live-heap.ts';
import { calculateSlope, type Point } from './slope.ts';
import { runWays, type Way } from './ways.ts';

const MINUTES = 60;
/** Two cores can serve 3.9 a second at 510 ms each; the load generator runs on them too. */
const WAYS_PER_SECOND = 1.5;
const WARM_UP_SECONDS = 30;
const MEMORY_INTERVAL_MS = 60_000;
const MAX_P99_RATIO = 1.1;
const MAX_MIB_PER_HOUR = 1;
/** Additional wait of a request during a service's downtime. */
const AFTER_ABSENCE_MS = 15_000;
const MS_PER_HOUR = 3600_000;

/** MiB by component over the second half, in which nothing is restarted. */
interface MemoryHistory {
  /** Of its processes, after a collection of garbage. */
  readonly processes: ReadonlyMap<string, readonly Point[]>;
  /** Of the objects in a heap of JavaScript, or of the allocations of MongoDB. */
  readonly objects: ReadonlyMap<string, readonly Point[]>;
}

async function watchMemory(portal: Portal, seconds: number): Promise<MemoryHistory> {
  const processes = new Map<string, Point[]>();
  const objects = new Map<string, Point[]>();
  const startedAt = performance.now();
  const addPoints = (history: Map<string, Point[]>, values: ReadonlyMap<string, number>) => {
    const hours = (performance.now() - startedAt) / MS_PER_HOUR;
    for (const [component, value] of values)
      history.set(component, [...(history.get(component) ?? []), { hours, value }]);
  };
  await pause(seconds * 500);
  while (performance.now() - startedAt < seconds * 1000) {
    addPoints(objects, await measureObjects(portal));
    addPoints(processes, await readMemoryByComponent(portal));
    await pause(MEMORY_INTERVAL_MS);
  }
  return { processes, objects };
}

async function measureObjects(portal: Portal): Promise<Map<string, number>> {
  const { parts, mongoUrl } = await portal.running();
  const objects = new Map([['mongod', await readAllocatedMemory(mongoUrl)]]);
  for (const component of COMPONENTS) {
    const pid = parts[component]?.pid;
    if (pid) objects.set(component, await measureLiveHeap(pid));
  }
  return objects;
}

const isWithin = ({ dueAtMs, ms }: Way, { fromMs, toMs }: Absence): boolean =>
  dueAtMs < toMs + AFTER_ABSENCE_MS && dueAtMs + ms > fromMs;

function createWayFigures(ways: readonly Way[], absences: readonly Absence[], seconds: number): Figure[] {
  const sixthMs = (seconds * 1000) / 6;
  const undisturbed = ways.filter((way) => !absences.some((absence) => isWithin(way, absence)));
  const failures = undisturbed.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  for (const failure of failures.slice(0, 10)) console.log(`a journey failed: ${failure}`);
  const toP99 = (fromMs: number, toMs: number) =>
    percentile(
      undisturbed
        .filter(({ dueAtMs, failure }) => dueAtMs >= fromMs && dueAtMs < toMs && failure === undefined)
        .map(({ ms }) => ms),
      0.99,
    );
  const [first, last] = [toP99(0, sixthMs), toP99(5 * sixthMs, 6 * sixthMs)];
  const disturbed = ways.length - undisturbed.length;
  return [
    {
      name: 'failed journeys',
      measured: `${failures.length} of ${undisturbed.length}; ${disturbed} others met a service that was down, of which ${ways.filter(({ failure }) => failure).length - failures.length} failed`,
      isReached: failures.length === 0,
    },
    {
      name: 'a journey in the last sixth of the time, p99',
      measured: `${(last / 1000).toFixed(2)} s`,
      target: `${(first / 1000).toFixed(2)} s in the first`,
      ratio: (last / first).toFixed(2),
      isReached: last <= MAX_P99_RATIO * first,
    },
  ];
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
  const before = await runWays(context, { perSecond: WAYS_PER_SECOND, seconds: WARM_UP_SECONDS });
  const [ways, absences, memory] = await Promise.all([
    runWays(context, { perSecond: WAYS_PER_SECOND, seconds }),
    changePortal(portal, seconds),
    watchMemory(portal, seconds),
  ]);
  const store = await openStore(portal);
  await settle(store);
  await store.close();
  return [
    ...createWayFigures(ways, absences, seconds),
    ...createMemoryFigures(memory),
    {
      name: 'outbox, audit log, tickets, messages, evidence',
      measured: 'no work pending',
      isReached: true,
    },
    ...(await createRowFigures(portal, before.length + ways.length)),
  ];
}

/** `npm run bench -- soak [minutes]`: applicants at a fixed rate, with slices deployed and services restarted. */
export async function measure([minutes]: readonly string[]): Promise<Figure[]> {
  // All applicants come from one address.
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn', RATE_PER_ADDRESS: '1000000' } });
  try {
    return await measureSoak(portal, Number(minutes ?? MINUTES) * 60);
  } finally {
    await portal.stop();
  }
}
