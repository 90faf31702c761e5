import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { KEY_SECRET, WEBHOOK_SECRET } from './test-config.ts';

const signText = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

export interface SentWebhook {
  readonly id: string;
  readonly text: string;
}

/** The service's public routes on a separate port, served by the current process run. */
export async function openEntryPoints() {
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
  const sendCallback = (form: Record<string, string>) =>
    send('callback', { method: 'POST', body: new URLSearchParams(form) });

  return {
    routeTo(next: Express): void {
      app = next;
    },
    sendPaidCallback: (order_id: string, payment_id: string) =>
      sendCallback({
        razorpay_order_id: order_id,
        razorpay_payment_id: payment_id,
        razorpay_signature: signText(`${order_id}|${payment_id}`, KEY_SECRET),
      }),
    sendFailedCallback: (order_id: string, payment_id: string) =>
      sendCallback({
        'error[code]': 'BAD_REQUEST_ERROR',
        'error[metadata]': JSON.stringify({ order_id, payment_id }),
      }),
    sendCancel: (order_id: string) => send(`cancel?order_id=${order_id}`),
    sendWebhook: ({ id, text }: SentWebhook) =>
      send('webhook', {
        method: 'POST',
        body: text,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': id,
          'x-razorpay-signature': signText(text, WEBHOOK_SECRET),
        },
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type EntryPoints = Awaited<ReturnType<typeof openEntryPoints>>;
