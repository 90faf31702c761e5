import { paymentCaptured } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ SETTLEMENTS_MS: '300' });
});
afterAll(() => shop.close());

const PASSED_ON = 'Razorpay has passed this payment on to the department.';

/** The pieces of evidence that a payment's settlement has left. */
const settledPieces = (payment_id: string) =>
  shop.books.evidence.find({ payment_id, source: 'settlement' }).toArray();

test('a payment of which every notice was lost is found in the settlement', async () => {
  const { someone, order_id } = await shop.atCheckout();
  const { payment } = await shop.pay({ order_id, outcome: 'captured', webhooks: [] });

  await shop.atProvider('settlements', {});

  expect(await shop.events.hear(paymentCaptured, order_id)).toMatchObject({ payment_id: payment.id });
  const [attempt] = await shop.attempts(order_id, someone);
  expect(attempt).toMatchObject({ payment_id: payment.id, state: 'taken' });
  expect(attempt?.evidence).toContainEqual(expect.objectContaining({ source: 'poll', says: PASSED_ON }));
});

test('a settlement that is read again and again is one piece of evidence, without card data', async () => {
  const { someone, order_id } = await shop.atCheckout();
  const { payment, callback } = await shop.pay({ order_id, outcome: 'captured' });
  await shop.callback(callback);
  await shop.events.hear(paymentCaptured, order_id);
  await shop.atProvider('settlements', {});
  await eventually(async () => (await settledPieces(payment.id)).length > 0);

  // A later settlement is there only after the first one was read again, in the same run.
  const later = await shop.atCheckout();
  const laterPaid = await shop.pay({ order_id: later.order_id, outcome: 'captured' });
  await shop.atProvider('settlements', {});
  await eventually(async () => (await settledPieces(laterPaid.payment.id)).length > 0);

  const pieces = await settledPieces(payment.id);
  expect(pieces).toHaveLength(1);
  expect(pieces[0]).toMatchObject({
    _id: expect.stringMatching(new RegExp(`^settlement:setl_\\w+:${payment.id}$`)),
    received: expect.objectContaining({ entity_id: payment.id, amount: 10_000 }),
    due_at: null,
    tries: 0,
  });
  expect(JSON.stringify(pieces)).not.toMatch(/card_|issuer|network|last4/);
  expect(await shop.toldAbout(order_id)).toHaveLength(2);
  expect((await shop.attempts(order_id, someone)).map(({ state }) => state)).toEqual(['taken']);
});
