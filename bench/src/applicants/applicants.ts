import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { readMemoryByComponent } from './component-usage.ts';
import { measureCpu } from './cpu-usage.ts';
import { createTestDocuments } from './documents.ts';
import { createWorkFigures } from './figures.ts';
import { createWalker, type JourneyContext, type Walker } from './journey.ts';
import { createOperationsFigure, readOperations } from './operations.ts';
import { measurePhases, phases, runPhase } from './phases.ts';
import { createStorageFigures } from './storage-figures.ts';
import { calculateGrowth, readStorage } from './storage-usage.ts';
import { measureStreamCost } from './streams.ts';
import { createTrafficMeter } from './traffic-meter.ts';

/** Warm-up for the JIT compilers of the components. */
const WARM_UP = 24;
const APPLICANTS = 60;
/** Enough sessions that the gateway's batches have the size of a busy day. */
const STREAM_SESSIONS = 500;
const IDLE_MS = 12_000;
/** Work that follows a start is finished by then. */
const STARTUP_MS = 8_000;
/** Orders are polled again 12 s after the start of the checkout. */
const OBSERVATION_MS = 14_000;

const createWalkers = (context: JourneyContext, count: number): Walker[] =>
  Array.from({ length: count }, () => createWalker(context));

/** With a bucket for files if the services' variables are set. */
const readFileVariables = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && (name === 'FILES_URL' || name.startsWith('AWS_')) ? [[name, value]] : [],
    ),
  );

/** Measures the cost of an applicant from the first visit to the ticket: CPU, requests, bytes and messages. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn', ...readFileVariables() } });
  try {
    const { mongoUrl } = await portal.running();
    const context: JourneyContext = {
      portal,
      meter: createTrafficMeter(),
      documents: await createTestDocuments(),
    };
    await pause(STARTUP_MS);
    const idle = await measureCpu(portal, () => pause(IDLE_MS));
    const warmUpWalkers = createWalkers(context, WARM_UP);
    for (const stretch of phases) await runPhase(context, warmUpWalkers, stretch);
    await pause(OBSERVATION_MS);
    const storageBefore = await readStorage(mongoUrl);
    const operationsBefore = await readOperations(mongoUrl);
    const walkers = createWalkers(context, APPLICANTS);
    const { costs, ticketsPerSecond } = await measurePhases(context, walkers, idle);
    const operations = { before: operationsBefore, after: await readOperations(mongoUrl) };
    const storage = calculateGrowth(storageBefore, await readStorage(mongoUrl), APPLICANTS);
    const memory = await readMemoryByComponent(portal);
    const otherWalkers = createWalkers(context, STREAM_SESSIONS - APPLICANTS);
    await runPhase(context, otherWalkers, 'join');
    const sessions = [...walkers, ...otherWalkers].map(({ session }) => session);
    await pause(OBSERVATION_MS);
    const streams = await measureStreamCost({ portal, sessions });
    return [
      ...createWorkFigures({ applicants: APPLICANTS, idle, costs, ticketsPerSecond, memory, streams }),
      createOperationsFigure(operations, APPLICANTS),
      ...createStorageFigures(storage, context.documents),
    ];
  } finally {
    await portal.stop();
  }
}
