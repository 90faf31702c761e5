import { setTimeout as pause } from 'node:timers/promises';
import { eventually, type Portal } from '@archaka/test-kit';
import { mongo } from 'mongoose';
import { type Figure, measureMs, measureRate } from './figures.ts';
import { createWalker, journey, type Phase, phases, type Traffic, type Walker } from './journey.ts';
import { readCpu } from './processes.ts';
import { watchIssued } from './watch-issued.ts';

/** Warm-up for the JIT compilers of the components. */
const WARM_UP = 24;
const APPLICANTS = 60;
const CONCURRENCY = 8;
/** Work that follows a start is finished by then. */
const STARTUP_MS = 8_000;
const IDLE_MS = 12_000;
/** Deferred work that a phase causes. */
const SETTLE_MS = 1_500;
/** Orders are polled again 12 s after the start of the checkout. */
const OBSERVATION_MS = 14_000;
const ISSUED_MS = 180_000;
/** Runs beside the portal, but is no part of it. */
const PROVIDER = 'razorpay-sim';

type Cpu = ReadonlyMap<string, number>;

/** CPU of the components, in milliseconds, while the work runs. */
async function measureCpu(portal: Portal, work: () => Promise<unknown>) {
  const before = await readCpu(portal);
  const ms = await measureMs(async () => {
    await work();
    await pause(SETTLE_MS);
  });
  const after = [...(await readCpu(portal))].filter(([component]) => component !== PROVIDER);
  return { ms, cpu: new Map(after.map(([name, cpu]) => [name, cpu - (before.get(name) ?? 0)])) };
}

/** Runs a phase for all applicants, in the payment phase until their tickets are issued. */
async function runPhase(portal: Portal, walkers: readonly Walker[], phase: Phase): Promise<void> {
  const issued = await watchIssued(portal);
  await measureRate(walkers, CONCURRENCY, (walker) => journey[phase](walker));
  const areIssued = () => issued.count() >= walkers.length;
  if (phase === 'pay') await eventually(areIssued, { timeoutMs: ISSUED_MS });
  await issued.close();
}

/** Counters of MongoDB since its start, and the bytes that it stores. */
async function readOperations({ running }: Portal) {
  const client = await new mongo.MongoClient((await running()).mongoUrl).connect();
  try {
    const { metrics, opcounters, transactions } = await client.db('admin').command({ serverStatus: 1 });
    const { inserted, updated, deleted } = metrics.document;
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const stats = await Promise.all(
      databases
        .filter(({ name }) => name.startsWith('archaka_'))
        .map(({ name }) => client.db(name).command({ dbStats: 1 })),
    );
    const sum = (key: string) => stats.reduce((total, each) => total + Number(each[key]), 0);
    return {
      'documents written': Number(inserted) + Number(updated) + Number(deleted),
      queries: Number(opcounters.query) + Number(opcounters.getmore),
      transactions: Number(transactions.totalCommitted),
      'documents stored': sum('objects'),
      'bytes stored': sum('dataSize'),
    };
  } finally {
    await client.close();
  }
}

type Operations = Awaited<ReturnType<typeof readOperations>>;

function createOperationsFigure(before: Operations, after: Operations): Figure {
  const keys = Object.keys(after) as (keyof Operations)[];
  const counts = keys.map((key) => `${((after[key] - before[key]) / APPLICANTS).toFixed(0)} ${key}`);
  return { name: 'MongoDB for an applicant', measured: counts.join(', ') };
}

/** An applicant's sum of a quantity, and its share of each phase. */
function createPhaseFigure(name: string, totals: readonly number[], digits = 0): Figure {
  const perApplicant = totals.map((total) => total / APPLICANTS);
  const sum = perApplicant.reduce((total, value) => total + value, 0);
  const shares = phases.map((phase, index) => `${phase} ${perApplicant[index]?.toFixed(digits)}`);
  return { name, measured: `${sum.toFixed(digits)} (${shares.join(', ')})` };
}

interface PhaseCost {
  /** In excess of the idle components. */
  readonly cpu: Cpu;
  readonly traffic: Traffic;
}

const sumCpu = (cpu: Cpu): number => [...cpu.values()].reduce((sum, ms) => sum + ms, 0);

function createPhaseFigures(costs: readonly PhaseCost[]): Figure[] {
  const components = [...(costs[0]?.cpu.keys() ?? [])];
  const kilobytes = (key: 'upBytes' | 'downBytes') => costs.map(({ traffic }) => traffic[key] / 1000);
  return [
    ...components.map((name) =>
      createPhaseFigure(
        `CPU for an applicant, ${name}, ms`,
        costs.map(({ cpu }) => cpu.get(name) ?? 0),
      ),
    ),
    createPhaseFigure(
      'CPU for an applicant, all components, ms',
      costs.map(({ cpu }) => sumCpu(cpu)),
    ),
    createPhaseFigure(
      'requests of an applicant',
      costs.map(({ traffic }) => traffic.requests),
      1,
    ),
    createPhaseFigure('KB that an applicant sends', kilobytes('upBytes')),
    createPhaseFigure('KB that an applicant receives', kilobytes('downBytes')),
  ];
}

/** The cost of an applicant from the first visit to the ticket. */
export async function measure(portal: Portal): Promise<Figure[]> {
  const traffic: Traffic = { requests: 0, upBytes: 0, downBytes: 0 };
  const createWalkers = (count: number) => Array.from({ length: count }, () => createWalker(portal, traffic));
  await pause(STARTUP_MS);
  const idle = await measureCpu(portal, () => pause(IDLE_MS));
  const warmUpWalkers = createWalkers(WARM_UP);
  for (const phase of phases) await runPhase(portal, warmUpWalkers, phase);
  await pause(OBSERVATION_MS);

  const before = await readOperations(portal);
  const walkers = createWalkers(APPLICANTS);
  const costs: PhaseCost[] = [];
  for (const phase of phases) {
    Object.assign(traffic, { requests: 0, upBytes: 0, downBytes: 0 });
    const { ms, cpu } = await measureCpu(portal, () => runPhase(portal, walkers, phase));
    const aboveIdle = [...cpu].map(
      ([name, used]) => [name, used - ((idle.cpu.get(name) ?? 0) * ms) / idle.ms] as const,
    );
    costs.push({ cpu: new Map(aboveIdle), traffic: { ...traffic } });
  }
  return [
    ...createPhaseFigures(costs),
    {
      name: 'CPU of all components without visitors',
      measured: `${((sumCpu(idle.cpu) * 1000) / idle.ms).toFixed(0)} ms a second`,
    },
    createOperationsFigure(before, await readOperations(portal)),
  ];
}
