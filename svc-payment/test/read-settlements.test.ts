import { paymentCaptured } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openPaymentEnvironment } from './support/payment-environment.ts';

const env = await openPaymentEnvironment();
let running = env.payment;

/** Razorpay settles what it has captured; svc-payment reads settlements at each start. */
async function settle() {
  await env.atProvider('settlements', {});
  await running.stop();
  running = await env.restart();
}

/** The evidence from a payment's settlement. */
const findSettlementEvidence = (payment_id: string) =>
  env.database.evidence.find({ payment_id, source: 'settlement' }).toArray();

/** A payment of which the portal hears nothing. */
async function payUnseen() {
  const visit = await env.startCheckout();
  const { payment, callback } = await env.pay({
    order_id: visit.order_id,
    outcome: 'captured',
    webhooks: [],
  });
  return { ...visit, payment_id: payment.id, callback };
}

test('finds a lost payment in the settlement, and stores one piece of evidence for one that is read repeatedly, without card data', async () => {
  const [lost, known] = [await payUnseen(), await payUnseen()];
  await env.sendCallback(known.callback);
  await env.events.waitForEvent(paymentCaptured, known.order_id);
  await settle();
  const { payment_id } = lost;
  expect(await env.events.waitForEvent(paymentCaptured, lost.order_id)).toMatchObject({ payment_id });
  const [attempt] = await env.getAttempts(lost.order_id, lost.someone);
  expect(attempt).toMatchObject({ payment_id, state: 'taken' });
  const says = 'Razorpay has passed this payment on to the department.';
  expect(attempt?.evidence).toContainEqual(expect.objectContaining({ source: 'poll', says }));

  // A later settlement is stored only after the first one was read again, in the same run.
  const later = await payUnseen();
  await settle();
  await eventually(async () => (await findSettlementEvidence(later.payment_id)).length > 0);

  const entries = await findSettlementEvidence(known.payment_id);
  expect(entries).toMatchObject([
    {
      _id: expect.stringMatching(new RegExp(`^settlement:setl_\\w+:${known.payment_id}$`)),
      received: { entity_id: known.payment_id, amount: 10_000 },
      due_at: null,
      tries: 0,
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/card_|issuer|network|last4/);
  expect(await env.readPublishedEvents(known.order_id)).toHaveLength(2);
  expect((await env.getAttempts(known.order_id, known.someone)).map(({ state }) => state)).toEqual(['taken']);
});
