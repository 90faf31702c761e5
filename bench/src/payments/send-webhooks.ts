import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newcomer, type Portal, payAtProvider, submit } from '@archaka/test-kit';
import { Pool } from 'undici';
import { openLoop } from '../open-loop.ts';
import { rate } from '../statistics.ts';

const CONNECTIONS = 64;
const EVENTS = ['payment.authorized', 'payment.captured', 'order.paid'] as const;

export type Payment = Awaited<ReturnType<typeof payAtProvider>>['payment'];

/** A payment that Razorpay has taken and has told nobody about. */
async function pay(portal: Portal): Promise<Payment> {
  const orderId = await submit(await newcomer(portal.origin));
  const { payment } = await payAtProvider({ simulator: portal.simulator, orderId, webhooks: 'lost' });
  return payment;
}

/** So many payments that nobody has told the portal about. */
export async function makePayments(portal: Portal, count: number): Promise<Payment[]> {
  const payments: Payment[] = [];
  await rate(Array.from({ length: count }), 4, async () => void payments.push(await pay(portal)));
  return payments;
}

export interface Webhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The signed webhooks about these payments, in this order, each like no other. */
export async function makeWebhooks(
  portal: Portal,
  about: readonly (Payment | undefined)[],
): Promise<Webhook[]> {
  const secrets = JSON.parse(await readFile(join(portal.dataDir, 'secrets.json'), 'utf8'));
  const seen = new Map<Payment | undefined, number>();
  return about.map((payment, place) => {
    const earlier = seen.get(payment) ?? 0;
    seen.set(payment, earlier + 1);
    const event = EVENTS[earlier % EVENTS.length];
    return sign({ payment, event, place }, secrets.RAZORPAY_WEBHOOK_SECRET);
  });
}

interface Notice {
  readonly payment: Payment | undefined;
  readonly event: string | undefined;
  readonly place: number;
}

function sign({ payment, event, place }: Notice, secret: string): Webhook {
  const payload = { payment: { entity: payment } };
  const body = JSON.stringify({ entity: 'event', event, created_at: place, contains: ['payment'], payload });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': randomUUID(),
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
  };
}

interface Sending {
  readonly webhooks: readonly Webhook[];
  readonly aSecond: number;
}

/** Milliseconds from when each webhook was to be sent to its answer. */
export async function answerTimes(portal: Portal, { webhooks, aSecond }: Sending): Promise<number[]> {
  const pool = new Pool(portal.origin, { connections: CONNECTIONS });
  try {
    return await openLoop(webhooks, aSecond, async ({ body, headers }) => {
      const answer = await pool.request({ method: 'POST', path: '/api/payment/webhook', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`a webhook was answered with ${answer.statusCode}`);
    });
  } finally {
    await pool.close();
  }
}
