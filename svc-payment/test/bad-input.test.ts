import { randomUUID } from 'node:crypto';
import { applicant, eventually, type Paid } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openShop, type Shop, sign } from './shop.ts';

const OLD_SECRET = 'the secret before the rotation';
const until = (ms: number) => ({
  RAZORPAY_WEBHOOK_SECRET_OLD: OLD_SECRET,
  RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: new Date(Date.now() + ms).toISOString(),
});
const DAY = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop(until(DAY));
});
afterAll(() => shop.close());

/** An order whose money Razorpay has taken without telling us: what is believed makes it paid. */
async function paidInSilence() {
  const checkout = await shop.atCheckout();
  const paid = await shop.pay({ order_id: checkout.order_id, outcome: 'captured', webhooks: [] });
  return { ...checkout, ...paid };
}
type Silent = Awaited<ReturnType<typeof paidInSilence>>;

/** All that has to do with money: the order, its attempts, and what was told. */
async function moneyOf({ order_id, someone }: Pick<Silent, 'order_id' | 'someone'>) {
  const told = await shop.toldAbout(order_id);
  const projection = { state: 1, payment_id: 1, amount: 1, currency: 1 };
  return {
    order: await shop.books.orders.findOne({ order_id }, { projection }),
    attempts: (await shop.attempts(order_id, someone)).map(({ evidence, last_checked, ...money }) => money),
    told: told.map(({ type }) => type),
  };
}

interface Count {
  readonly source: 'callback' | 'webhook' | 'cancel';
  readonly reason: string;
}
const labelled = ({ source, reason }: Count) =>
  `payment_evidence_refused_total{source="${source}",reason="${reason}"}`;

/** Sends it, and sees that this is counted once, nothing else is, and no money moved; gives the answer. */
async function refused(order: Silent, count: Count, send: () => Promise<Response>, at?: string) {
  const money = await moneyOf(order);
  const before = await shop.refusals(at);
  const response = await send();
  const expected = { ...before, [labelled(count)]: (before[labelled(count)] ?? 0) + 1 };
  const after = await eventually(async () => {
    const now = await shop.refusals(at);
    return now[labelled(count)] === expected[labelled(count)] && now;
  }).catch(() => shop.refusals(at));
  expect(after).toEqual(expected);
  expect(await moneyOf(order)).toEqual(money);
  return response;
}

const webhookOf = ({ payment }: Pick<Paid, 'payment'>, own: Record<string, unknown> = {}) => ({
  event: 'payment.captured',
  created_at: 1_717_000_000,
  payload: { payment: { entity: { ...payment, ...own } } },
});
const flipped = (signature: string) => (signature.startsWith('0') ? '1' : '0') + signature.slice(1);

describe('a callback', () => {
  const signatureOf = ({ callback }: Paid) => callback.razorpay_signature ?? '';

  test.each([
    ['a forged signature', async (own: Silent) => flipped(signatureOf(own))],
    ['a truncated signature', async (own: Silent) => signatureOf(own).slice(0, -2)],
    ['no signature', async () => ''],
    ["the signature of another applicant's payment", async () => signatureOf(await paidInSilence())],
    [
      'a signature by the secret of webhooks',
      async ({ order_id, payment }: Silent) =>
        sign(`${order_id}|${payment.id}`, shop.stage.secrets.RAZORPAY_WEBHOOK_SECRET),
    ],
  ])('with %s is forged: the browser goes on, nothing is believed', async (_, signature) => {
    const order = await paidInSilence();
    const fields = { ...order.callback, razorpay_signature: await signature(order) };
    const response = await refused(order, { source: 'callback', reason: 'forged' }, () =>
      shop.callback(fields),
    );
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/paymentstatus?order_id=${order.order_id}`);
    expect(await shop.books.evidence.countDocuments({ payment_id: order.payment.id })).toBe(0);
  });

  test('that names my order with the payment of another applicant, signed for theirs, is forged', async () => {
    const [mine, theirs] = [await paidInSilence(), await paidInSilence()];
    const fields = { ...theirs.callback, razorpay_order_id: mine.order_id };
    await refused(mine, { source: 'callback', reason: 'forged' }, () => shop.callback(fields));
    await refused(theirs, { source: 'callback', reason: 'forged' }, () => shop.callback(fields));
  });

  test('that is replayed is taken once', async () => {
    const order = await paidInSilence();
    await shop.callback(order.callback);
    expect((await moneyOf(order)).told).toContain('payment.captured.v1');
    const response = await refused(order, { source: 'callback', reason: 'replayed' }, () =>
      shop.callback(order.callback),
    );
    expect(response.status).toBe(303);
  });

  test('for an order that is not ours, or for none, or of absurd size has no effect', async () => {
    const order = await paidInSilence();
    const order_id = await shop.foreignOrder();
    const { callback } = await shop.pay({ order_id, outcome: 'captured', webhooks: [] });
    const unknown = await refused(order, { source: 'callback', reason: 'unknown-order' }, () =>
      shop.callback(callback),
    );
    expect(unknown.headers.get('location')).toBe(`/paymentstatus?order_id=${order_id}`);
    const none = await refused(order, { source: 'callback', reason: 'not-readable' }, () =>
      shop.callback({}),
    );
    expect(none.status).toBe(400);
    const large = await refused(order, { source: 'callback', reason: 'too-large' }, () =>
      shop.callback({ ...order.callback, more: 'x'.repeat(1_000_000) }),
    );
    expect(large.status).toBe(413);
  });
});

describe('a webhook', () => {
  test.each([
    ['a forged signature', (text: string, secret: string) => flipped(sign(text, secret))],
    ['a truncated signature', (text: string, secret: string) => sign(text, secret).slice(0, -2)],
    ['no signature', () => ''],
    ['the signature of another webhook', (text: string, secret: string) => sign(`${text} `, secret)],
    [
      'a signature by the secret of callbacks',
      (text: string) => sign(text, shop.stage.secrets.RAZORPAY_KEY_SECRET),
    ],
  ])('with %s is refused', async (_, signature) => {
    const order = await paidInSilence();
    const text = JSON.stringify(webhookOf(order));
    const headers = { 'x-razorpay-signature': signature(text, shop.stage.secrets.RAZORPAY_WEBHOOK_SECRET) };
    const response = await refused(order, { source: 'webhook', reason: 'forged' }, () =>
      shop.webhook(text, headers),
    );
    expect(response.status).toBe(400);
    expect(await shop.books.evidence.countDocuments({ payment_id: order.payment.id })).toBe(0);
  });

  test.each([
    ['not JSON', 'not-readable', 400, () => 'payment.captured'],
    ['JSON but no webhook', 'not-readable', 400, () => '[]'],
    [
      '1 MB long',
      'too-large',
      413,
      (order: Silent) => ({ ...webhookOf(order), more: 'x'.repeat(1_000_000) }),
    ],
  ])('that is signed but %s is refused', async (_, reason, status, body) => {
    const order = await paidInSilence();
    const response = await refused(order, { source: 'webhook', reason }, () => shop.webhook(body(order)));
    expect(response.status).toBe(status);
  });

  test.each([
    ['one paisa less', { amount: 9_999 }],
    ['one paisa more', { amount: 10_001 }],
    ['another currency', { currency: 'USD' }],
  ])('that tells of %s than Razorpay shows is set aside', async (_, own) => {
    const order = await paidInSilence();
    const response = await refused(order, { source: 'webhook', reason: 'mismatch' }, () =>
      shop.webhook(webhookOf(order, own)),
    );
    expect(response.status).toBe(200);
    const [attempt] = await shop.attempts(order.order_id, order.someone);
    expect(attempt?.payment_id).toBeNull();
  });

  test('of a payment for another order than it names is set aside', async () => {
    const [mine, theirs] = [await paidInSilence(), await paidInSilence()];
    const response = await refused(mine, { source: 'webhook', reason: 'mismatch' }, () =>
      shop.webhook(webhookOf(theirs, { order_id: mine.order_id })),
    );
    expect(response.status).toBe(200);
    expect((await moneyOf(theirs)).told).not.toContain('payment.captured.v1');
  });

  test('of an order that is not ours, or of a payment that Razorpay does not know, has no effect', async () => {
    const order = await paidInSilence();
    const order_id = await shop.foreignOrder();
    const paid = await shop.pay({ order_id, outcome: 'captured', webhooks: [] });
    const foreign = await refused(order, { source: 'webhook', reason: 'unknown-order' }, () =>
      shop.webhook(webhookOf(paid)),
    );
    expect(foreign.status).toBe(200);
    const unknown = await refused(order, { source: 'webhook', reason: 'unknown-payment' }, () =>
      shop.webhook(webhookOf(order, { id: 'pay_unknown' })),
    );
    expect(unknown.status).toBe(200);
  });

  test('of nothing that we take is kept, and no refusal', async () => {
    const before = await shop.refusals();
    const answer = await shop.webhook({ event: 'payment.downtime.started', payload: {} });
    expect(answer.status).toBe(200);
    await shop.books.quiet();
    expect(await shop.refusals()).toEqual(before);
  });

  test('that is replayed, under its own event id or another, is one piece of evidence', async () => {
    const order = await paidInSilence();
    const body = webhookOf(order);
    const own = { 'x-razorpay-event-id': randomUUID() };
    expect((await shop.webhook(body, own)).status).toBe(200);
    expect((await moneyOf(order)).told).toContain('payment.captured.v1');
    for (const headers of [own, { 'x-razorpay-event-id': randomUUID() }]) {
      const again = await refused(order, { source: 'webhook', reason: 'replayed' }, () =>
        shop.webhook(body, headers),
      );
      expect(again.status).toBe(200);
    }
    expect(
      await shop.books.evidence.countDocuments({ payment_id: order.payment.id, source: 'webhook' }),
    ).toBe(1);
  });

  test('with the secret before a rotation counts until its time is over, then no more', async () => {
    const signed = (order: Silent) => {
      const text = JSON.stringify(webhookOf(order));
      return [text, { 'x-razorpay-signature': sign(text, OLD_SECRET) }] as const;
    };
    const early = await paidInSilence();
    expect((await shop.webhook(...signed(early))).status).toBe(200);
    expect((await moneyOf(early)).told).toContain('payment.captured.v1');

    const beside = await shop.startBeside(until(-1));
    const late = await paidInSilence();
    const response = await refused(
      late,
      { source: 'webhook', reason: 'forged' },
      () => shop.webhook(...signed(late), beside.url),
      beside.url,
    );
    expect(response.status).toBe(400);
    expect((await shop.webhook(webhookOf(late), {}, beside.url)).status).toBe(200);
    expect((await moneyOf(late)).told).toContain('payment.captured.v1');
    await beside.stop();
  });
});

test('a payment that is one paisa off at Razorpay too is set aside, whoever tells of it', async () => {
  const checkout = await shop.atCheckout();
  const paid = await shop.pay({
    order_id: checkout.order_id,
    outcome: 'captured',
    amount: 9_999,
    webhooks: [],
  });
  const mismatch = labelled({ source: 'callback', reason: 'mismatch' });
  const { [mismatch]: before = 0 } = await shop.refusals();
  await shop.callback(paid.callback);
  expect((await shop.webhook(webhookOf(paid))).status).toBe(200);

  const { order, told } = await moneyOf(checkout);
  expect(order).toMatchObject({ payment_id: null });
  expect(told).not.toContain('payment.captured.v1');
  const [attempt] = await shop.attempts(checkout.order_id, checkout.someone);
  expect(attempt).toMatchObject({ payment_id: paid.payment.id, state: 'unknown', amount: 9_999 });
  expect(attempt?.evidence.map(({ says }) => says).join()).toContain('set aside');
  expect(shop.payment.logs()).toContain('a payment does not match its order');
  expect((await shop.refusals())[mismatch]).toBe(before + 1);
});

test('a cancel of an order that is not ours, or of none, has no effect', async () => {
  const order = await paidInSilence();
  const unknown = await refused(order, { source: 'cancel', reason: 'unknown-order' }, () =>
    shop.cancel('order_unknown'),
  );
  expect(unknown.headers.get('location')).toBe('/paymentstatus?order_id=order_unknown');
  const none = await refused(order, { source: 'cancel', reason: 'not-readable' }, () => shop.cancel(''));
  expect(none.status).toBe(400);
});

test.each(['postorderdata', 'getpaymentattempts', 'recheckpayment'])(
  "%s for another applicant's order is refused, counted, and changes nothing",
  async (name) => {
    const order = await paidInSilence();
    const money = await moneyOf(order);
    const metric = 'payment_calls_refused_total{reason="not-theirs"}';
    const { [metric]: before = 0 } = await shop.refusals();
    expect((await shop.call(name, order.order_id, applicant())).status).toBe(403);
    expect((await shop.refusals())[metric]).toBe(before + 1);
    expect(await moneyOf(order)).toEqual(money);
  },
);
