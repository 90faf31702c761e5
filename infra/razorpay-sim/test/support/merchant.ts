import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitFor } from './wait-for.ts';

export type Webhook = {
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
