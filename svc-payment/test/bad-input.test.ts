import { randomUUID } from 'node:crypto';
import { eventually, type SimulatedPayment } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { openPaymentEnvironment, sign } from './support/payment-environment.ts';

const env = await openPaymentEnvironment();

/** An order whose payment Razorpay captured without a webhook: accepted input would mark it as paid. */
async function payWithoutNotice() {
  const checkout = await env.startCheckout();
  const paid = await env.pay({ order_id: checkout.order_id, outcome: 'captured', webhooks: [] });
  return { ...checkout, ...paid };
}
type UnnoticedPayment = Awaited<ReturnType<typeof payWithoutNotice>>;

/** All state about money: the order, its attempts and the evidence. */
async function readMoneyState({ order_id, someone }: Pick<UnnoticedPayment, 'order_id' | 'someone'>) {
  const events = await env.readPublishedEvents(order_id);
  const projection = { state: 1, payment_id: 1, amount: 1, currency: 1 };
  return {
    order: await env.database.orders.findOne({ order_id }, { projection }),
    attempts: (await env.getAttempts(order_id, someone)).map(({ evidence, last_checked, ...money }) => money),
    eventTypes: events.map(({ type }) => type),
  };
}

interface Count {
  readonly source: 'callback' | 'webhook' | 'cancel';
  readonly reason: string;
}
const toMetricName = ({ source, reason }: Count) =>
  `payment_evidence_refused_total{source="${source}",reason="${reason}"}`;

/** Sends a request, expects exactly one rejection counted and no change of money; returns the response. */
async function expectRejected(order: UnnoticedPayment, count: Count, send: () => Promise<Response>) {
  const money = await readMoneyState(order);
  const before = await env.readRejections();
  const response = await send();
  const expected = { ...before, [toMetricName(count)]: (before[toMetricName(count)] ?? 0) + 1 };
  const after = await eventually(async () => {
    const now = await env.readRejections();
    return now[toMetricName(count)] === expected[toMetricName(count)] && now;
  }).catch(() => env.readRejections());
  expect(after).toEqual(expected);
  expect(await readMoneyState(order)).toEqual(money);
  return response;
}

const buildWebhook = ({ payment }: Pick<SimulatedPayment, 'payment'>, own: Record<string, unknown> = {}) => ({
  event: 'payment.captured',
  created_at: 1_717_000_000,
  payload: { payment: { entity: { ...payment, ...own } } },
});
const flipSignature = (signature: string) => (signature.startsWith('0') ? '1' : '0') + signature.slice(1);

describe('a callback', () => {
  test.each([
    [
      'a forged signature',
      ({ callback }: UnnoticedPayment) => flipSignature(callback.razorpay_signature ?? ''),
    ],
    [
      'a signature by the secret of webhooks',
      ({ order_id, payment }: UnnoticedPayment) =>
        sign(`${order_id}|${payment.id}`, env.stage.secrets.RAZORPAY_WEBHOOK_SECRET),
    ],
  ])(
    'with %s is rejected as forged: the browser is redirected, the ledger does not change',
    async (_, signature) => {
      const order = await payWithoutNotice();
      const fields = { ...order.callback, razorpay_signature: signature(order) };
      const response = await expectRejected(order, { source: 'callback', reason: 'forged' }, () =>
        env.sendCallback(fields),
      );
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(`/paymentstatus?order_id=${order.order_id}`);
      expect(await env.database.evidence.countDocuments({ payment_id: order.payment.id })).toBe(0);
    },
  );

  test('that is replayed is processed once', async () => {
    const order = await payWithoutNotice();
    await env.sendCallback(order.callback);
    expect((await readMoneyState(order)).eventTypes).toContain('payment.captured.v1');
    const response = await expectRejected(order, { source: 'callback', reason: 'replayed' }, () =>
      env.sendCallback(order.callback),
    );
    expect(response.status).toBe(303);
  });

  test('for an unknown order, without an order, or of 1 MB has no effect', async () => {
    const order = await payWithoutNotice();
    const order_id = await env.createForeignOrder();
    const { callback } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
    const unknown = await expectRejected(order, { source: 'callback', reason: 'unknown-order' }, () =>
      env.sendCallback(callback),
    );
    expect(unknown.headers.get('location')).toBe(`/paymentstatus?order_id=${order_id}`);
    const none = await expectRejected(order, { source: 'callback', reason: 'not-readable' }, () =>
      env.sendCallback({}),
    );
    expect(none.status).toBe(400);
    const large = await expectRejected(order, { source: 'callback', reason: 'too-large' }, () =>
      env.sendCallback({ ...order.callback, more: 'x'.repeat(1_000_000) }),
    );
    expect(large.status).toBe(413);
  });
});

describe('a webhook', () => {
  test.each([
    ['a forged signature', (text: string, secret: string) => flipSignature(sign(text, secret))],
    [
      'a signature by the secret of callbacks',
      (text: string) => sign(text, env.stage.secrets.RAZORPAY_KEY_SECRET),
    ],
  ])('with %s is rejected', async (_, signature) => {
    const order = await payWithoutNotice();
    const text = JSON.stringify(buildWebhook(order));
    const headers = { 'x-razorpay-signature': signature(text, env.stage.secrets.RAZORPAY_WEBHOOK_SECRET) };
    const response = await expectRejected(order, { source: 'webhook', reason: 'forged' }, () =>
      env.sendWebhook(text, headers),
    );
    expect(response.status).toBe(400);
    expect(await env.database.evidence.countDocuments({ payment_id: order.payment.id })).toBe(0);
  });

  test.each([
    ['not JSON', 'not-readable', 400, () => 'payment.captured'],
    ['JSON but no webhook', 'not-readable', 400, () => '[]'],
    [
      '1 MB long',
      'too-large',
      413,
      (order: UnnoticedPayment) => ({ ...buildWebhook(order), more: 'x'.repeat(1_000_000) }),
    ],
  ])('that is signed but %s is rejected', async (_, reason, status, body) => {
    const order = await payWithoutNotice();
    const response = await expectRejected(order, { source: 'webhook', reason }, () =>
      env.sendWebhook(body(order)),
    );
    expect(response.status).toBe(status);
  });

  test.each([
    ['one paisa more than', async () => ({ amount: 10_001 })],
    ['another order than', async () => ({ order_id: (await payWithoutNotice()).order_id })],
  ])('that reports %s Razorpay shows is set aside', async (_, createChange) => {
    const order = await payWithoutNotice();
    const webhook = buildWebhook(order, await createChange());
    const response = await expectRejected(order, { source: 'webhook', reason: 'mismatch' }, () =>
      env.sendWebhook(webhook),
    );
    expect(response.status).toBe(200);
  });

  test('for an unknown order, or for a payment unknown to Razorpay, has no effect', async () => {
    const order = await payWithoutNotice();
    const order_id = await env.createForeignOrder();
    const paid = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
    const foreign = await expectRejected(order, { source: 'webhook', reason: 'unknown-order' }, () =>
      env.sendWebhook(buildWebhook(paid)),
    );
    expect(foreign.status).toBe(200);
    const unknown = await expectRejected(order, { source: 'webhook', reason: 'unknown-payment' }, () =>
      env.sendWebhook(buildWebhook(order, { id: 'pay_unknown' })),
    );
    expect(unknown.status).toBe(200);
  });

  test('that is replayed, under its own event id or another, is one piece of evidence without card and contact data', async () => {
    const order = await payWithoutNotice();
    const body = buildWebhook(order);
    const own = { 'x-razorpay-event-id': randomUUID() };
    expect((await env.sendWebhook(body, own)).status).toBe(200);
    expect((await readMoneyState(order)).eventTypes).toContain('payment.captured.v1');
    for (const headers of [own, { 'x-razorpay-event-id': randomUUID() }]) {
      const again = await expectRejected(order, { source: 'webhook', reason: 'replayed' }, () =>
        env.sendWebhook(body, headers),
      );
      expect(again.status).toBe(200);
    }
    const stored = env.database.evidence.find({ payment_id: order.payment.id, source: 'webhook' });
    const evidence = await stored.toArray();
    expect(evidence).toMatchObject([{ received: { event: 'payment.captured' } }]);
    expect(JSON.stringify(evidence)).not.toMatch(/last4|contact|email|9000090000/);
  });
});

test('sets a payment aside when its amount at Razorpay is wrong, after a callback and a webhook', async () => {
  const checkout = await env.startCheckout();
  const paid = await env.pay({
    order_id: checkout.order_id,
    outcome: 'captured',
    amount: 9_999,
    webhooks: [],
  });
  const mismatch = toMetricName({ source: 'callback', reason: 'mismatch' });
  const { [mismatch]: before = 0 } = await env.readRejections();
  await env.sendCallback(paid.callback);
  expect((await env.sendWebhook(buildWebhook(paid))).status).toBe(200);

  const { order, eventTypes } = await readMoneyState(checkout);
  expect(order).toMatchObject({ payment_id: null });
  expect(eventTypes).not.toContain('payment.captured.v1');
  const [attempt] = await env.getAttempts(checkout.order_id, checkout.someone);
  expect(attempt).toMatchObject({ payment_id: paid.payment.id, state: 'unknown', amount: 9_999 });
  expect(attempt?.evidence.map(({ says }) => says).join()).toContain('set aside');
  expect(env.payment.logs()).toContain('a payment does not match its order');
  expect((await env.readRejections())[mismatch]).toBe(before + 1);
});

test('ignores a cancel of an unknown order, and one without an order', async () => {
  const order = await payWithoutNotice();
  const unknown = await expectRejected(order, { source: 'cancel', reason: 'unknown-order' }, () =>
    env.sendCancel('order_unknown'),
  );
  expect(unknown.headers.get('location')).toBe('/paymentstatus?order_id=order_unknown');
  const none = await expectRejected(order, { source: 'cancel', reason: 'not-readable' }, () =>
    env.sendCancel(''),
  );
  expect(none.status).toBe(400);
});
