import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DependencyUnavailable } from '@archaka/service-kit';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createProvider } from './provider.ts';
import { isOutcomeUnknown, ProviderRejection } from './sdk.ts';

interface Request {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Reply = { status: number; body: string; location?: string } | 'silence' | 'reset';

let requests: Request[] = [];
/** Responds in turn and repeats the last one. */
let replies: Reply[] = [];

const server = createServer(async (request, response) => {
  requests.push({ url: request.url ?? '', headers: request.headers, body: await text(request) });
  const reply = replies.length > 1 ? replies.shift() : replies[0];
  if (reply === 'reset') return request.socket.destroy();
  if (reply === 'silence' || !reply) return undefined;
  const { status, body, location } = reply;
  const headers = { 'content-type': 'application/json', ...(location && { location }) };
  return response.writeHead(status, headers).end(body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const provider = createProvider({ keyId: 'rzp_key', keySecret: 'secret', url: `http://127.0.0.1:${port}` });
beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) });
const order = (id: string, own: object = {}) => ({
  id,
  receipt: 'ARC24-1',
  amount: 10_000,
  currency: 'INR',
  created_at: 1_700_000_000,
  ...own,
});
const orderRequest = { receipt: 'ARC24-1', amount: 10_000 };
const captureError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('sends requests to the configured address with the account’s keys', async () => {
  replies = [json(order('order_1'))];
  expect(await provider.createOrder(orderRequest)).toMatchObject({ id: 'order_1' });
  const [request] = requests;
  expect(request?.url).toBe('/v1/orders');
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('rzp_key:secret').toString('base64')}`);
  expect(JSON.parse(request?.body ?? '')).toEqual({ receipt: 'ARC24-1', amount: 10_000, currency: 'INR' });
});

test('sends the account’s keys to no other address on a redirect', async () => {
  replies = [{ status: 307, body: '', location: '/elsewhere' }, json(order('order_1'))];
  expect(await captureError(provider.createOrder(orderRequest))).toBeInstanceOf(DependencyUnavailable);
  expect(requests.map(({ url }) => url)).toEqual(['/v1/orders']);
});

test('returns the oldest matching order with our receipt', async () => {
  const items = [
    order('order_newer', { created_at: 1_700_000_100 }),
    order('order_oldest'),
    order('order_of_another_amount', { created_at: 1, amount: 1 }),
    order('order_of_another_receipt', { created_at: 1, receipt: 'ARC24-2' }),
  ];
  replies = [json({ items })];
  expect(await provider.findOrder(orderRequest)).toMatchObject({ id: 'order_oldest' });
  replies = [json({ items: [] })];
  expect(await provider.findOrder(orderRequest)).toBeUndefined();
});

test('sends an idempotency key with a refund, and with no other request', async () => {
  replies = [json({ id: 'rfnd_1', payment_id: 'pay_1', status: 'processed' })];
  for (const _ of [1, 2]) await provider.refund({ paymentId: 'pay_1', amount: 10_000 });
  const [first, second] = requests;
  expect(first?.url).toBe('/v1/payments/pay_1/refund');
  expect(first?.headers['x-refund-idempotency']).toBe('refund-pay_1');
  expect(second?.headers['x-refund-idempotency']).toBe('refund-pay_1');
  expect(second?.body).toBe(first?.body);
  await captureError(provider.findPayment('pay_1'));
  expect(requests.at(-1)?.headers['x-refund-idempotency']).toBeUndefined();
});

describe('a question', () => {
  const items = { items: [] };

  test('is retried once when the provider fails temporarily', async () => {
    replies = ['reset', json(items)];
    expect(await provider.listPayments('order_1')).toEqual([]);
    replies = [{ status: 502, body: '<html>' }];
    expect(await captureError(provider.listPayments('order_1'))).toBeInstanceOf(DependencyUnavailable);
    expect(requests).toHaveLength(4);
  });

  test('is not retried after a definite response', async () => {
    replies = [
      json({ error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } }, 400),
    ];
    expect(await provider.findPayment('pay_1')).toBeUndefined();
    expect(requests).toHaveLength(1);
  });

  test('ends without a response', async () => {
    replies = ['silence'];
    expect(await captureError(provider.listPayments('order_1'))).toBeInstanceOf(DependencyUnavailable);
  });
});

describe('a command', () => {
  test.each([
    ['reset', 'reset'],
    ['500 in HTML', { status: 500, body: '<html>' }],
    ['401', json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }, 401)],
    ['an answer of another shape', json({ surprise: true })],
  ] as const)('is not repeated after %s: the provider is down', async (_, reply) => {
    replies = [reply];
    expect(await captureError(provider.createOrder(orderRequest))).toBeInstanceOf(DependencyUnavailable);
    expect(requests).toHaveLength(1);
  });

  test('returns the reason of a rejection', async () => {
    replies = [json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Too little' } }, 400)];
    const failure = await captureError(provider.createOrder(orderRequest));
    expect(failure).toBeInstanceOf(ProviderRejection);
    expect(String(failure)).toContain('Too little');
    expect(isOutcomeUnknown(failure)).toBe(false);
  });

  test('may have taken effect without a response', async () => {
    replies = ['silence'];
    expect(isOutcomeUnknown(await captureError(provider.createOrder(orderRequest)))).toBe(true);
  });
});

test('reads only the money-related fields of a payment', async () => {
  const ids = { id: 'pay_1', order_id: 'order_1', amount: 10_000, currency: 'INR' };
  replies = [
    json({
      ...ids,
      status: 'failed',
      method: 'card',
      created_at: 1_700_000_000,
      error_code: 'BAD_REQUEST_ERROR',
      error_reason: 'payment_failed',
      acquirer_data: { auth_code: null },
      email: 'void@razorpay.com',
      contact: '+919000090000',
    }),
  ];
  expect(await provider.findPayment('pay_1')).toEqual({
    ...ids,
    status: 'failed',
    captured: false,
    method: 'card',
    bank_reference: null,
    error: 'payment_failed',
    created_at: new Date(1_700_000_000_000),
  });
});
