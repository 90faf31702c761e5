import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Portal, payAtProvider, registerApplicant, submitNewApplication } from '@archaka/test-kit';
import { Pool } from 'undici';
import { runOpenLoop } from '../open-loop.ts';
import { measureRate } from '../statistics.ts';

const CONNECTIONS = 64;
const EVENTS = ['payment.authorized', 'payment.captured', 'order.paid'] as const;

export type Payment = Awaited<ReturnType<typeof payAtProvider>>['payment'];

/** A captured payment without evidence. */
async function createPayment(portal: Portal): Promise<Payment> {
  const orderId = await submitNewApplication(await registerApplicant(portal.origin));
  const { payment } = await payAtProvider({ simulator: portal.simulator, orderId, webhooks: 'lost' });
  return payment;
}

/** Creates so many payments without evidence. */
export async function createPayments(portal: Portal, count: number): Promise<Payment[]> {
  const payments: Payment[] = [];
  await measureRate(
    Array.from({ length: count }),
    4,
    async () => void payments.push(await createPayment(portal)),
  );
  return payments;
}

export interface Webhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The distinct signed webhooks about these payments, in this order. */
export async function createWebhooks(
  portal: Portal,
  webhookPayments: readonly (Payment | undefined)[],
): Promise<Webhook[]> {
  const secrets = JSON.parse(await readFile(join(portal.dataDir, 'secrets.json'), 'utf8'));
  const countByPayment = new Map<Payment | undefined, number>();
  return webhookPayments.map((payment, index) => {
    const previousCount = countByPayment.get(payment) ?? 0;
    countByPayment.set(payment, previousCount + 1);
    const event = EVENTS[previousCount % EVENTS.length];
    return createSignedWebhook({ payment, event, index }, secrets.RAZORPAY_WEBHOOK_SECRET);
  });
}

interface WebhookData {
  readonly payment: Payment | undefined;
  readonly event: string | undefined;
  readonly index: number;
}

function createSignedWebhook({ payment, event, index }: WebhookData, secret: string): Webhook {
  const payload = { payment: { entity: payment } };
  const body = JSON.stringify({ entity: 'event', event, created_at: index, contains: ['payment'], payload });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': randomUUID(),
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
  };
}

interface SendOptions {
  readonly webhooks: readonly Webhook[];
  readonly perSecond: number;
}

/** Milliseconds from each webhook's due time to its response. */
export async function measureResponseTimes(
  portal: Portal,
  { webhooks, perSecond }: SendOptions,
): Promise<number[]> {
  const pool = new Pool(portal.origin, { connections: CONNECTIONS });
  try {
    return await runOpenLoop(webhooks, perSecond, async ({ body, headers }) => {
      const response = await pool.request({ method: 'POST', path: '/api/payment/webhook', headers, body });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`a webhook received ${response.statusCode}`);
    });
  } finally {
    await pool.close();
  }
}
