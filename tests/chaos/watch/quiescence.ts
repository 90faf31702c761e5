import { setTimeout as pause } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { listExpectedEffects } from './consumers.ts';
import { countPendingWork } from './database-snapshot.ts';
import type { History } from './history.ts';
import { readLedger } from './ledger.ts';
import { pollEveryOrder } from './poll-every-order.ts';

const POLL_INTERVAL_MS = 1000;
/** Some work in flight is not observable, so several consecutive polls must find none. */
const REQUIRED_CALM_POLLS = 3;

/** Pending work by kind with its count; empty when the portal is quiescent. */
async function listPendingWork({ client, simulator, history }: QuiescenceOptions): Promise<string[]> {
  const withoutEffect = listExpectedEffects(history.written).filter((effect) => !history.effects.has(effect));
  const { deliveries } = await readLedger(simulator);
  const counts = {
    ...(await countPendingWork(client)),
    'events without effect': withoutEffect.length,
    'undelivered webhooks': deliveries.filter(({ state }) => state === 'pending').length,
  };
  return Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
}

interface QuiescenceOptions {
  readonly client: MongoClient;
  readonly simulator: string;
  readonly history: History;
}

interface Quiescence {
  readonly ms: number;
  /** The work that was still pending after the timeout, by kind with its count. */
  readonly remaining: readonly string[];
}

async function waitUntilNothingPends(options: QuiescenceOptions, timeoutMs: number): Promise<Quiescence> {
  const startedAt = performance.now();
  let remaining: string[] = [];
  for (let calmPolls = 0; calmPolls < REQUIRED_CALM_POLLS; ) {
    remaining = await listPendingWork(options).catch((error: Error) => [error.message]);
    calmPolls = remaining.length === 0 ? calmPolls + 1 : 0;
    if (performance.now() - startedAt > timeoutMs) break;
    await pause(POLL_INTERVAL_MS);
  }
  return { ms: Math.round(performance.now() - startedAt), remaining };
}

/** Waits until no work is pending, and again after the poll of every order; `ms` is the time of the first wait. */
export async function waitForQuiescence(options: QuiescenceOptions, timeoutMs: number): Promise<Quiescence> {
  const first = await waitUntilNothingPends(options, timeoutMs);
  if (first.remaining.length > 0) return first;
  const unpolled = await pollEveryOrder(options.client, timeoutMs);
  const { remaining } = await waitUntilNothingPends(options, timeoutMs);
  return { ms: first.ms, remaining: unpolled > 0 ? [...remaining, `${unpolled} orders to poll`] : remaining };
}
