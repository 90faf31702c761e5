import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { Merchant } from './merchant.ts';
import { keys, Simulator } from './process.ts';

export type PaymentResponse = {
  payment: { id: string; status: string; order_id: string; amount: number; captured: boolean };
  callback: { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };
};

/** A simulator and a merchant for the tests of one file. */
export function createTestEnvironment() {
  const on = {} as { simulator: Simulator; merchant: Merchant };
  beforeAll(async () => {
    on.merchant = await Merchant.open();
    on.simulator = await Simulator.start({ webhookUrl: on.merchant.url });
  });
  afterAll(async () => {
    await on.simulator.end('SIGTERM');
    await on.merchant.close();
  });
  return {
    on,
    /** A new order of 100 rupees. */
    order: (more: object = {}) =>
      on.simulator.razorpay.orders.create({ amount: 10_000, currency: 'INR', ...more }),
    pay: (orderId: string, more: object = {}) =>
      on.simulator.sim<PaymentResponse>('payments', {
        order_id: orderId,
        method: 'card',
        outcome: 'captured',
        ...more,
      }),
    /** A refund by the API; without a key the header is omitted. */
    refund: (paymentId: string, body: object = {}, key: string | null = randomUUID()) =>
      fetch(`${on.simulator.url}/v1/payments/${paymentId}/refund`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${keys.id}:${keys.secret}`)}`,
          'content-type': 'application/json',
          ...(key === null ? {} : { 'x-refund-idempotency': key }),
        },
        body: JSON.stringify(body),
      }),
  };
}

/** The hidden fields of a page, as a browser would post them. */
export function parseHiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const characters: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };
  const unescapeHtml = (text = '') =>
    text.replace(/&(quot|#39|lt|gt|amp);/g, (_, name) => characters[name] ?? '');
  return Object.fromEntries([...inputs].map(([, name, value]) => [unescapeHtml(name), unescapeHtml(value)]));
}
