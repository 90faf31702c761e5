import { setTimeout as pause } from 'node:timers/promises';
import { type Portal, percentile } from '@archaka/test-kit';
import mongoose from 'mongoose';
import { timed } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { answerTimes, makePayments, makeWebhooks } from './send-webhooks.ts';

const A_SECOND = 150;
const SECONDS = 60;
const PAYMENTS = 900;
const ANSWER_AIM_MS = 100;
const WORKED_OFF_AIM_MS = 30_000;
const COUNT_EVERY_MS = 100;

/** Waits until no piece of evidence is to be processed any more. */
async function untilWorkedOff(mongoUrl: string): Promise<void> {
  const connection = await mongoose.createConnection(mongoUrl, { dbName: 'archaka_payment' }).asPromise();
  const evidence = connection.collection('evidence');
  while ((await evidence.countDocuments({ due_at: { $type: 'date' } }, { limit: 1 })) > 0)
    await pause(COUNT_EVERY_MS);
  await connection.close();
}

/** How soon webhooks are answered for a minute, and how long after it all that they brought is processed. */
export async function benchWorkedOff(portal: Portal): Promise<Figure[]> {
  const { mongoUrl } = await portal.running();
  const payments = await makePayments(portal, PAYMENTS);
  const count = A_SECOND * SECONDS;
  const about = Array.from({ length: count }, (_, place) => payments[Math.floor((place * PAYMENTS) / count)]);
  const webhooks = await makeWebhooks(portal, about);
  const times = await answerTimes(portal, { webhooks, aSecond: A_SECOND });
  const ms = await timed(() => untilWorkedOff(mongoUrl));
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const burst = `${A_SECOND} webhooks/s for ${SECONDS} s, ${PAYMENTS} payments`;
  return [
    {
      what: `${burst}: answered`,
      measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      against: `${ANSWER_AIM_MS} ms at p99`,
      ratio: (p99 / ANSWER_AIM_MS).toFixed(2),
      reached: p99 <= ANSWER_AIM_MS,
    },
    {
      what: `${burst}: all evidence processed after the last`,
      measured: `${(ms / 1000).toFixed(1)} s`,
      against: `${WORKED_OFF_AIM_MS / 1000} s`,
      ratio: (ms / WORKED_OFF_AIM_MS).toFixed(2),
      reached: ms <= WORKED_OFF_AIM_MS,
    },
  ];
}
