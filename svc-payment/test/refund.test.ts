import { applicationClaimLost, orderCreated, paymentCaptured, paymentReversed } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openPaymentEnvironment, type PaymentEnvironment } from './support/payment-environment.ts';

const env = await openPaymentEnvironment();

const listRefunds = async (payment_id: string) =>
  (await env.ledger()).refunds.filter((refund) => refund.payment_id === payment_id);
type Visit = Awaited<ReturnType<PaymentEnvironment['startCheckout']>>;
const readStates = async ({ someone, order_id }: Visit) =>
  (await env.getAttempts(order_id, someone)).map(({ payment_id, state }) => [payment_id, state]);

test('refunds a second payment on a paid order, and publishes one capture', async () => {
  const visit = await env.startCheckout();
  const { order_id } = visit;
  const first = await env.pay({ order_id, outcome: 'captured' });
  await env.events.waitForEvent(paymentCaptured, order_id);

  const second = await env.pay({ order_id, outcome: 'captured' });
  await eventually(async () => (await listRefunds(second.payment.id)).length > 0);
  expect((await env.getAttempts(order_id, visit.someone))[1]).toMatchObject({
    payment_id: second.payment.id,
    state: expect.stringMatching(/^return(ing|ed)$/),
    returning_by: expect.any(String),
  });

  await eventually(async () => (await readStates(visit))[1]?.[1] === 'returned', { timeoutMs: 20_000 });
  expect(await readStates(visit)).toEqual([
    [first.payment.id, 'taken'],
    [second.payment.id, 'returned'],
  ]);
  expect(await listRefunds(second.payment.id)).toEqual([expect.objectContaining({ amount: 10_000 })]);
  expect(await listRefunds(first.payment.id)).toEqual([]);
  const capturedEvents = (await env.readPublishedEvents(order_id)).filter(
    ({ type }) => type === 'payment.captured.v1',
  );
  expect(capturedEvents).toHaveLength(1);

  const [, attempt] = await env.getAttempts(order_id, visit.someone);
  const says = attempt?.evidence.filter(({ source }) => source === 'refund').map((line) => line.says);
  expect(says?.[0]).toBe('The fee was paid twice, so we are sending this payment back.');
  expect(says?.at(-1)).toBe('Razorpay has sent the money back to your bank.');
});

test('refunds a payment whose claim was lost once, when that event is repeated', async () => {
  const visit = await env.startCheckout();
  const { someone, order_id } = visit;
  const { payment } = await env.pay({ order_id, outcome: 'captured' });
  await env.events.waitForEvent(paymentCaptured, order_id);

  const lost = { application_id: someone.application_id, order_id, payment_id: payment.id };
  await env.events.publish(applicationClaimLost, lost);
  await env.events.publish(applicationClaimLost, lost);
  await eventually(async () => (await readStates(visit))[0]?.[1] === 'returned', { timeoutMs: 30_000 });
  expect(await listRefunds(payment.id)).toHaveLength(1);
  const [attempt] = await env.getAttempts(order_id, someone);
  expect(attempt?.evidence.map(({ says }) => says).join()).toContain('Another application holds this');
});

test('repeats the request of a refund whose response was lost, and makes one refund', async () => {
  const visit = await env.startCheckout();
  const { order_id } = visit;
  await env.pay({ order_id, outcome: 'captured' });
  await env.events.waitForEvent(paymentCaptured, order_id);
  await env.faults({ refunds_api: 'lose', rate: 1 });
  const second = await env.pay({ order_id, outcome: 'captured' });
  await eventually(async () => (await listRefunds(second.payment.id)).length > 0);
  await env.faults({ refunds_api: 'ok' });
  await eventually(async () => (await readStates(visit))[1]?.[1] === 'returned', { timeoutMs: 40_000 });
  expect(await listRefunds(second.payment.id)).toHaveLength(1);
});

async function payOrder() {
  const visit = await env.startCheckout();
  const { payment } = await env.pay({ order_id: visit.order_id, outcome: 'captured', webhooks: [] });
  await env.call('recheckpayment', visit.order_id, visit.someone);
  return { ...visit, payment };
}

test('reverses an order after a manual refund, and replaces it by a new order', async () => {
  const visit = await payOrder();
  const { someone, order_id, payment } = visit;
  await env.atProvider('refunds', { payment_id: payment.id });
  expect(await env.events.waitForEvent(paymentReversed, order_id)).toMatchObject({
    application_id: someone.application_id,
    payment_id: payment.id,
    why: 'refund',
  });
  expect(await readStates(visit)).toEqual([[payment.id, 'returned']]);

  const [first, second] = await Promise.all([
    env.call<{ fields: { order_id: string } }>('postorderdata', order_id, someone),
    env.getOrderId(someone),
  ]);
  expect(first.data[0]?.fields.order_id).toBe(second);
  expect(second).not.toBe(order_id);
  const { orders } = await env.ledger();
  expect(orders.filter(({ receipt }) => receipt.startsWith(someone.application_id))).toEqual([
    expect.objectContaining({ id: order_id, amount: 10_000 }),
    expect.objectContaining({ id: second, amount: 10_000, receipt: `${someone.application_id}-2` }),
  ]);
  expect(await env.events.waitForEvent(orderCreated, second)).toMatchObject({ round: 2 });

  const again = await env.pay({ order_id: second, outcome: 'captured' });
  await env.events.waitForEvent(paymentCaptured, second);
  expect(await readStates({ someone, order_id: second })).toEqual([
    [payment.id, 'returned'],
    [again.payment.id, 'taken'],
  ]);
});

test('reverses an order when a dispute is lost, and not before', async () => {
  const visit = await payOrder();
  const { order_id, payment } = visit;
  await env.atProvider('disputes', { payment_id: payment.id, status: 'open' });
  await eventually(async () => {
    const [attempt] = await env.getAttempts(order_id, visit.someone);
    return attempt?.evidence.some(({ says }) => says.includes('your bank has asked for the money back'));
  });
  expect(await readStates(visit)).toEqual([[payment.id, 'taken']]);

  await env.atProvider('disputes', { payment_id: payment.id, status: 'lost' });
  expect(await env.events.waitForEvent(paymentReversed, order_id)).toMatchObject({
    payment_id: payment.id,
    why: 'chargeback',
  });
  await env.call('recheckpayment', order_id, visit.someone);
  expect(await readStates(visit)).toEqual([[payment.id, 'returned']]);
});

test('neither believes nor drops a webhook about a lost dispute that Razorpay shows as open', async () => {
  const visit = await payOrder();
  const { order_id, payment } = visit;
  const { dispute } = await env.atProvider<{ dispute: { id: string } }>('disputes', {
    payment_id: payment.id,
    status: 'open',
  });
  const entity = { ...dispute, payment_id: payment.id, status: 'lost', amount_deducted: 10_000 };
  const payload = { payment: { entity: payment }, dispute: { entity } };
  expect((await env.sendWebhook({ event: 'payment.dispute.lost', payload })).status).toBe(200);
  await eventually(async () => {
    const lost = await env.database.evidence.findOne({ order_id, kind: 'dispute-lost' });
    return lost?.due_at instanceof Date && Number(lost.tries) > 0;
  });
  expect(await readStates(visit)).toEqual([[payment.id, 'taken']]);

  await env.atProvider('disputes', { payment_id: payment.id, status: 'lost' });
  expect(await env.events.waitForEvent(paymentReversed, order_id)).toMatchObject({ why: 'chargeback' });
  await env.database.whenIdle();
});
