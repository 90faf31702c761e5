import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { KEY_SECRET, WEBHOOK_SECRET } from './setting.ts';

const signed = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

export interface SentWebhook {
  readonly id: string;
  readonly text: string;
}

/** The service's public doors on a port of their own; behind them stands whichever process lives now. */
export async function openDoors() {
  let app: Express | undefined;
  const server = createServer((request, response) => app?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function send(path: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${port}/api/payment/${path}`, {
      ...init,
      redirect: 'manual',
    });
    await response.arrayBuffer();
  }
  const comeBack = (form: Record<string, string>) =>
    send('callback', { method: 'POST', body: new URLSearchParams(form) });

  return {
    leadTo(next: Express): void {
      app = next;
    },
    cameBackPaid: (order_id: string, payment_id: string) =>
      comeBack({
        razorpay_order_id: order_id,
        razorpay_payment_id: payment_id,
        razorpay_signature: signed(`${order_id}|${payment_id}`, KEY_SECRET),
      }),
    cameBackFailed: (order_id: string, payment_id: string) =>
      comeBack({
        'error[code]': 'BAD_REQUEST_ERROR',
        'error[metadata]': JSON.stringify({ order_id, payment_id }),
      }),
    cancel: (order_id: string) => send(`cancel?order_id=${order_id}`),
    webhook: ({ id, text }: SentWebhook) =>
      send('webhook', {
        method: 'POST',
        body: text,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': id,
          'x-razorpay-signature': signed(text, WEBHOOK_SECRET),
        },
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Doors = Awaited<ReturnType<typeof openDoors>>;
