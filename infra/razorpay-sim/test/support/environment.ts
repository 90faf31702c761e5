import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from '@jest/globals';
import { keys, Simulator } from './process.ts';
import { waitFor } from './wait-for.ts';

type Webhook = {
  event: string;
  eventId: string;
  signature: string;
  raw: string;
  headers: IncomingHttpHeaders;
  payload: Record<string, { entity: Record<string, unknown> } | undefined>;
  body: { entity: string; account_id: string; contains: string[]; created_at: number };
};

/** A fake merchant: receives webhooks and answers with the configured statuses. */
export class Merchant {
  readonly received: Webhook[] = [];
  /** The statuses of the next responses; 200 afterwards. */
  readonly nextStatuses: number[] = [];
  #server = createServer(async (request, response) => {
    const raw = await text(request);
    const body = JSON.parse(raw);
    this.received.push({
      event: body.event,
      eventId: String(request.headers['x-razorpay-event-id']),
      signature: String(request.headers['x-razorpay-signature']),
      raw,
      headers: request.headers,
      payload: body.payload,
      body,
    });
    response.statusCode = this.nextStatuses.shift() ?? 200;
    response.end();
  });

  static async open(): Promise<Merchant> {
    const merchant = new Merchant();
    await new Promise<void>((resolve) => merchant.#server.listen(0, '127.0.0.1', resolve));
    return merchant;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/webhook`;
  }

  /** The received webhooks about an order, in the order of arrival. */
  findWebhooks(orderId: string): Webhook[] {
    return this.received.filter(({ payload }) => payload.payment?.entity.order_id === orderId);
  }

  /** Waits until so many webhooks about an order have arrived. */
  async waitForWebhooks(count: number, orderId: string): Promise<Webhook[]> {
    return waitFor(`${count} webhooks`, () => {
      const webhooks = this.findWebhooks(orderId);
      return webhooks.length >= count && webhooks;
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

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
