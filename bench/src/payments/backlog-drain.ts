import { setTimeout as pause } from 'node:timers/promises';
import { type Portal, percentile } from '@archaka/test-kit';
import mongoose from 'mongoose';
import { measureMs } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { createPayments, createWebhooks, measureResponseTimes } from './send-webhooks.ts';

const WEBHOOKS_PER_SECOND = 150;
const SECONDS = 60;
const PAYMENTS = 900;
const RESPONSE_TARGET_MS = 100;
const DRAIN_TARGET_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/** Waits until all evidence is processed. */
async function waitUntilDrained(mongoUrl: string): Promise<void> {
  const connection = await mongoose.createConnection(mongoUrl, { dbName: 'archaka_payment' }).asPromise();
  const evidence = connection.collection('evidence');
  while ((await evidence.countDocuments({ due_at: { $type: 'date' } }, { limit: 1 })) > 0)
    await pause(POLL_INTERVAL_MS);
  await connection.close();
}

/** Measures response times of webhooks for a minute, and the time until all their evidence is processed. */
export async function measureBacklogDrain(portal: Portal): Promise<Figure[]> {
  const { mongoUrl } = await portal.running();
  const payments = await createPayments(portal, PAYMENTS);
  const count = WEBHOOKS_PER_SECOND * SECONDS;
  const webhookPayments = Array.from(
    { length: count },
    (_, index) => payments[Math.floor((index * PAYMENTS) / count)],
  );
  const webhooks = await createWebhooks(portal, webhookPayments);
  const times = await measureResponseTimes(portal, { webhooks, perSecond: WEBHOOKS_PER_SECOND });
  const ms = await measureMs(() => waitUntilDrained(mongoUrl));
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const burst = `${WEBHOOKS_PER_SECOND} webhooks/s for ${SECONDS} s, ${PAYMENTS} payments`;
  return [
    {
      name: `${burst}: response times`,
      measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      target: `${RESPONSE_TARGET_MS} ms at p99`,
      ratio: (p99 / RESPONSE_TARGET_MS).toFixed(2),
      isReached: p99 <= RESPONSE_TARGET_MS,
    },
    {
      name: `${burst}: all evidence processed after the last`,
      measured: `${(ms / 1000).toFixed(1)} s`,
      target: `${DRAIN_TARGET_MS / 1000} s`,
      ratio: (ms / DRAIN_TARGET_MS).toFixed(2),
      isReached: ms <= DRAIN_TARGET_MS,
    },
  ];
}
