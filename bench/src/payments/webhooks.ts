import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newcomer, type Portal, payAtProvider, percentile, submit } from '@archaka/test-kit';
import { Pool } from 'undici';
import { openLoop } from '../open-loop.ts';
import { rate } from '../statistics.ts';
import type { Figure } from '../table.ts';

const A_SECOND = 200;
const SECONDS = 20;
const PAYMENTS = 100;
const AIM_MS = 100;
const CONNECTIONS = 64;
const EVENTS = ['payment.authorized', 'payment.captured', 'order.paid'] as const;

type Payment = Awaited<ReturnType<typeof payAtProvider>>['payment'];

/** A payment that Razorpay has taken and has told nobody about. */
async function pay(portal: Portal): Promise<Payment> {
  const orderId = await submit(await newcomer(portal.origin));
  const { payment } = await payAtProvider({ simulator: portal.simulator, orderId, webhooks: 'lost' });
  return payment;
}

interface Webhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The webhook of that place in the row, like no other. */
function webhook(place: number, payments: readonly Payment[], secret: string): Webhook {
  const body = JSON.stringify({
    entity: 'event',
    event: EVENTS[Math.floor(place / payments.length) % EVENTS.length],
    created_at: place,
    contains: ['payment'],
    payload: { payment: { entity: payments[place % payments.length] } },
  });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': randomUUID(),
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
  };
}

/** Milliseconds from when each webhook was to be sent to its answer. */
async function answerTimes(portal: Portal, webhooks: readonly Webhook[]): Promise<number[]> {
  const pool = new Pool(portal.origin, { connections: CONNECTIONS });
  try {
    return await openLoop(webhooks, A_SECOND, async ({ body, headers }) => {
      const answer = await pool.request({ method: 'POST', path: '/api/payment/webhook', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`a webhook was answered with ${answer.statusCode}`);
    });
  } finally {
    await pool.close();
  }
}

/** How soon webhooks are answered while many come at once, whatever there is to do about them. */
export async function benchWebhooks(portal: Portal): Promise<Figure> {
  const payments: Payment[] = [];
  await rate(Array.from({ length: PAYMENTS }), 4, async () => void payments.push(await pay(portal)));
  const secrets = JSON.parse(await readFile(join(portal.dataDir, 'secrets.json'), 'utf8'));
  const webhooks = Array.from({ length: A_SECOND * SECONDS }, (_, place) =>
    webhook(place, payments, secrets.RAZORPAY_WEBHOOK_SECRET),
  );
  const times = await answerTimes(portal, webhooks);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    what: `webhooks of ${PAYMENTS} payments answered, ${A_SECOND}/s for ${SECONDS} s`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    against: `${AIM_MS} ms at p99`,
    ratio: (p99 / AIM_MS).toFixed(2),
    reached: p99 <= AIM_MS,
  };
}
