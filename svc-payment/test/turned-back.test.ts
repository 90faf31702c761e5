import { orderCreated, paymentCaptured, paymentReversed } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Visit = Awaited<ReturnType<Shop['atCheckout']>>;

async function paid() {
  const visit = await shop.atCheckout();
  const { payment } = await shop.pay({ order_id: visit.order_id, outcome: 'captured', webhooks: [] });
  await shop.call('recheckpayment', visit.order_id, visit.someone);
  return { ...visit, payment };
}

const states = async ({ someone, order_id }: Visit) =>
  (await shop.attempts(order_id, someone)).map(({ payment_id, state }) => [payment_id, state]);

test('a payment that was given back by hand turns the order back, and a new order takes its place', async () => {
  const visit = await paid();
  const { someone, order_id, payment } = visit;
  await shop.atProvider('refunds', { payment_id: payment.id });
  expect(await shop.events.hear(paymentReversed, order_id)).toMatchObject({
    application_id: someone.application_id,
    payment_id: payment.id,
    why: 'refund',
  });
  expect(await states(visit)).toEqual([[payment.id, 'returned']]);

  const [first, second] = await Promise.all([
    shop.call<{ fields: { order_id: string } }>('postorderdata', order_id, someone),
    shop.orderOf(someone),
  ]);
  expect(first.data[0]?.fields.order_id).toBe(second);
  expect(second).not.toBe(order_id);
  const { orders } = await shop.ledger();
  expect(orders.filter(({ receipt }) => receipt.startsWith(someone.application_id))).toEqual([
    expect.objectContaining({ id: order_id, amount: 10_000 }),
    expect.objectContaining({ id: second, amount: 10_000, receipt: `${someone.application_id}-2` }),
  ]);
  expect(await shop.events.hear(orderCreated, second)).toMatchObject({ round: 2 });

  const again = await shop.pay({ order_id: second, outcome: 'captured' });
  await shop.events.hear(paymentCaptured, second);
  expect(await states({ someone, order_id: second })).toEqual([
    [payment.id, 'returned'],
    [again.payment.id, 'taken'],
  ]);
});

test('a late payment on an order that was replaced goes back', async () => {
  const visit = await shop.atCheckout();
  const { someone, order_id } = visit;
  const failed = await shop.pay({ order_id, outcome: 'failed' });
  const { payment } = await shop.pay({ order_id, outcome: 'captured' });
  await shop.events.hear(paymentCaptured, order_id);
  await shop.atProvider('refunds', { payment_id: payment.id });
  await shop.events.hear(paymentReversed, order_id);
  await shop.call('postorderdata', order_id, someone);

  await shop.pay({ payment_id: failed.payment.id, outcome: 'captured' });
  await eventually(
    async () => {
      const attempt = (await shop.attempts(order_id, someone)).find(
        (one) => one.payment_id === failed.payment.id,
      );
      return attempt?.state === 'returned' && attempt;
    },
    { timeoutMs: 20_000 },
  );
  const told = (await shop.toldAbout(order_id)).filter(({ type }) => type === 'payment.captured.v1');
  expect(told).toHaveLength(1);
});

test('a dispute turns the order back when it is lost, and not before', async () => {
  const visit = await paid();
  const { order_id, payment } = visit;
  await shop.atProvider('disputes', { payment_id: payment.id, status: 'open' });
  await eventually(async () => {
    const [attempt] = await shop.attempts(order_id, visit.someone);
    return attempt?.evidence.some(({ says }) => says.includes('your bank has asked for the money back'));
  });
  expect(await states(visit)).toEqual([[payment.id, 'taken']]);

  await shop.atProvider('disputes', { payment_id: payment.id, status: 'lost' });
  expect(await shop.events.hear(paymentReversed, order_id)).toMatchObject({
    payment_id: payment.id,
    why: 'chargeback',
  });
  await shop.call('recheckpayment', order_id, visit.someone);
  expect(await states(visit)).toEqual([[payment.id, 'returned']]);
});

test('a webhook that says a dispute was lost is not believed when Razorpay does not show it', async () => {
  const visit = await paid();
  const { order_id, payment } = visit;
  const { dispute } = await shop.atProvider<{ dispute: { id: string } }>('disputes', {
    payment_id: payment.id,
    status: 'open',
  });
  const entity = { ...dispute, payment_id: payment.id, status: 'lost', amount_deducted: 10_000 };
  const payload = { payment: { entity: payment }, dispute: { entity } };
  expect((await shop.webhook({ event: 'payment.dispute.lost', payload })).status).toBe(200);
  await shop.books.quiet();
  expect(await states(visit)).toEqual([[payment.id, 'taken']]);
  const told = (await shop.toldAbout(order_id)).map(({ type }) => type);
  expect(told).not.toContain('payment.reversed.v1');
});
