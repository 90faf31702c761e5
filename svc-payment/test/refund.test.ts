import { applicationClaimLost, paymentCaptured } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const refundsOf = async (payment_id: string) =>
  (await shop.ledger()).refunds.filter((refund) => refund.payment_id === payment_id);
const states = async ({ someone, order_id }: Awaited<ReturnType<Shop['atCheckout']>>) =>
  (await shop.attempts(order_id, someone)).map(({ payment_id, state }) => [payment_id, state]);

test('a second payment on a paid order is returned, and captured is told once', async () => {
  const visit = await shop.atCheckout();
  const { order_id } = visit;
  const first = await shop.pay({ order_id, outcome: 'captured' });
  await shop.events.hear(paymentCaptured, order_id);

  const second = await shop.pay({ order_id, outcome: 'captured' });
  await eventually(async () => (await refundsOf(second.payment.id)).length > 0);
  expect((await shop.attempts(order_id, visit.someone))[1]).toMatchObject({
    payment_id: second.payment.id,
    state: expect.stringMatching(/^return(ing|ed)$/),
    returning_by: expect.any(String),
  });

  await eventually(async () => (await states(visit))[1]?.[1] === 'returned', { timeoutMs: 20_000 });
  expect(await states(visit)).toEqual([
    [first.payment.id, 'taken'],
    [second.payment.id, 'returned'],
  ]);
  expect(await refundsOf(second.payment.id)).toEqual([expect.objectContaining({ amount: 10_000 })]);
  expect(await refundsOf(first.payment.id)).toEqual([]);
  const told = (await shop.toldAbout(order_id)).filter(({ type }) => type === 'payment.captured.v1');
  expect(told).toHaveLength(1);

  const [, attempt] = await shop.attempts(order_id, visit.someone);
  const says = attempt?.evidence.filter(({ source }) => source === 'refund').map((line) => line.says);
  expect(says?.[0]).toBe('The fee was paid twice, so we are sending this payment back.');
  expect(says?.at(-1)).toBe('Razorpay has sent the money back to your bank.');
});

test('a payment whose claim was lost is returned, however often that is told', async () => {
  const visit = await shop.atCheckout();
  const { someone, order_id } = visit;
  const { payment } = await shop.pay({ order_id, outcome: 'captured' });
  await shop.events.hear(paymentCaptured, order_id);

  const lost = { application_id: someone.application_id, order_id, payment_id: payment.id };
  await shop.events.tell(applicationClaimLost, lost);
  await shop.events.tell(applicationClaimLost, lost);
  await eventually(async () => (await states(visit))[0]?.[1] === 'returned', { timeoutMs: 30_000 });
  expect(await refundsOf(payment.id)).toHaveLength(1);
  const [attempt] = await shop.attempts(order_id, someone);
  expect(attempt?.evidence.map(({ says }) => says).join()).toContain('Another application holds this');
});

test('a refund whose answer got lost is asked for again, and is one refund', async () => {
  const visit = await shop.atCheckout();
  const { order_id } = visit;
  await shop.pay({ order_id, outcome: 'captured' });
  await shop.events.hear(paymentCaptured, order_id);
  await shop.faults({ refunds_api: 'lose', rate: 1 });
  const second = await shop.pay({ order_id, outcome: 'captured' });
  await eventually(async () => (await refundsOf(second.payment.id)).length > 0);
  await shop.faults({ refunds_api: 'ok' });
  await eventually(async () => (await states(visit))[1]?.[1] === 'returned', { timeoutMs: 40_000 });
  expect(await refundsOf(second.payment.id)).toHaveLength(1);
});
