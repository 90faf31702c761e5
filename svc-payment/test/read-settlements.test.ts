import { paymentCaptured } from '@archaka/contracts';
import { eventually, type RunningService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPaymentEnvironment, type PaymentEnvironment } from './support/payment-environment.ts';

let env: PaymentEnvironment;
let running: RunningService;
beforeAll(async () => {
  env = await openPaymentEnvironment();
  running = env.payment;
});
afterAll(() => env.close());

const PASSED_ON = 'Razorpay has passed this payment on to the department.';

/** Razorpay settles what it has captured; svc-payment reads settlements at each start. */
async function settle() {
  await env.atProvider('settlements', {});
  await running.stop();
  running = await env.restart();
}

/** The evidence from a payment's settlement. */
const findSettlementEvidence = (payment_id: string) =>
  env.database.evidence.find({ payment_id, source: 'settlement' }).toArray();

test('finds a payment in the settlement when callback and webhooks are lost', async () => {
  const { someone, order_id } = await env.startCheckout();
  const { payment } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });

  await settle();

  expect(await env.events.waitForEvent(paymentCaptured, order_id)).toMatchObject({ payment_id: payment.id });
  const [attempt] = await env.getAttempts(order_id, someone);
  expect(attempt).toMatchObject({ payment_id: payment.id, state: 'taken' });
  expect(attempt?.evidence).toContainEqual(expect.objectContaining({ source: 'poll', says: PASSED_ON }));
});

test('stores one piece of evidence for a settlement that is read repeatedly, without card data', async () => {
  const { someone, order_id } = await env.startCheckout();
  const { payment, callback } = await env.pay({ order_id, outcome: 'captured' });
  await env.sendCallback(callback);
  await env.events.waitForEvent(paymentCaptured, order_id);
  await settle();
  await eventually(async () => (await findSettlementEvidence(payment.id)).length > 0);

  // A later settlement is stored only after the first one was read again, in the same run.
  const later = await env.startCheckout();
  const laterPaid = await env.pay({ order_id: later.order_id, outcome: 'captured' });
  await settle();
  await eventually(async () => (await findSettlementEvidence(laterPaid.payment.id)).length > 0);

  const entries = await findSettlementEvidence(payment.id);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    _id: expect.stringMatching(new RegExp(`^settlement:setl_\\w+:${payment.id}$`)),
    received: expect.objectContaining({ entity_id: payment.id, amount: 10_000 }),
    due_at: null,
    tries: 0,
  });
  expect(JSON.stringify(entries)).not.toMatch(/card_|issuer|network|last4/);
  expect(await env.readPublishedEvents(order_id)).toHaveLength(2);
  expect((await env.getAttempts(order_id, someone)).map(({ state }) => state)).toEqual(['taken']);
});
