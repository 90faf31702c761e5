import { applicationClaimLost, paymentCaptured } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPaymentEnvironment, type PaymentEnvironment } from './support/payment-environment.ts';

let env: PaymentEnvironment;
beforeAll(async () => {
  env = await openPaymentEnvironment();
});
afterAll(() => env.close());

const listRefunds = async (payment_id: string) =>
  (await env.ledger()).refunds.filter((refund) => refund.payment_id === payment_id);
const readStates = async ({ someone, order_id }: Awaited<ReturnType<PaymentEnvironment['startCheckout']>>) =>
  (await env.getAttempts(order_id, someone)).map(({ payment_id, state }) => [payment_id, state]);

test('a second payment on a paid order is returned, and captured is told once', async () => {
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

test('a payment whose claim was lost is returned, however often that is told', async () => {
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

test('a refund whose answer got lost is asked for again, and is one refund', async () => {
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
