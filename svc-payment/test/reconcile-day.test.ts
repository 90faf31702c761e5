import { paymentCaptured, type ReconciledDay, reconcileDay, toIndianDay } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openPaymentEnvironment } from './support/payment-environment.ts';

const env = await openPaymentEnvironment();

async function readDay(date = new Date()): Promise<ReconciledDay> {
  const { data } = await env.callAsDesk<ReconciledDay>(reconcileDay, { day: toIndianDay(date) });
  if (!data[0]) throw new Error('no day');
  return data[0];
}

/** A captured payment of which the portal hears nothing. */
async function payUnseen() {
  const visit = await env.startCheckout();
  const { payment } = await env.pay({ order_id: visit.order_id, outcome: 'captured', webhooks: [] });
  return { ...visit, id: payment.id };
}

async function payOrder() {
  const paid = await payUnseen();
  await env.call('recheckpayment', paid.order_id, paid.someone);
  await env.events.waitForEvent(paymentCaptured, paid.order_id);
  return paid;
}

test('adds up to the last paisa what Razorpay paid out, and lists each line that the ledger has otherwise', async () => {
  const { attempts } = env.database;
  const twice = await payOrder();
  await env.pay({ order_id: twice.order_id, outcome: 'captured' });
  await eventually(
    async () => (await env.getAttempts(twice.order_id, twice.someone))[1]?.state === 'returned',
    { timeoutMs: 20_000 },
  );
  const [wrong, unrefunded, lost] = [await payOrder(), await payOrder(), await payUnseen()];
  const foreign = await env.pay({ order_id: await env.createForeignOrder(), outcome: 'captured' });
  await attempts.updateOne({ payment_id: wrong.id }, { $set: { amount: 9_999 } });
  await env.faults({ webhooks: 'lose', rate: 1 });
  await env.atProvider('refunds', { payment_id: unrefunded.id });
  const { settlement } = (await env.atProvider('settlements', {})) as unknown as {
    settlement: { id: string; utr: string; amount: number };
  };

  const { settlements, in_ledger: ledger, differences, begun } = await readDay();
  expect(settlements).toMatchObject([
    {
      settlement_id: settlement.id,
      utr: settlement.utr,
      payments: { count: 6, amount: 60_000 },
      refunds: { count: 2, amount: 20_000 },
      others: { count: 0, amount: 0 },
      net: settlement.amount,
    },
  ]);
  expect(ledger).toMatchObject({ captured: 39_999, refunded: 10_000 });
  const fees = settlements[0]?.fees ?? 0;
  expect(fees).toBeGreaterThan(0);
  expect(ledger.captured - ledger.refunded - fees + ledger.differing).toBe(settlement.amount);
  expect(differences.map(({ kind, payment_id }) => `${kind} ${payment_id}`).sort()).toEqual(
    [
      `amount-differs ${wrong.id}`,
      `unknown-payment ${foreign.payment.id}`,
      `unknown-payment ${lost.id}`,
      `unknown-refund ${unrefunded.id}`,
    ].sort(),
  );
  expect(differences.find(({ payment_id }) => payment_id === wrong.id)).toMatchObject({
    application_id: wrong.someone.application_id,
    order_id: wrong.order_id,
    settled: 10_000,
    in_ledger: 9_999,
  });
  expect(begun).toEqual({
    captured: { count: 4, amount: 39_999 },
    refunded: { count: 1, amount: 10_000 },
    unsettled: { count: 4, amount: 39_999 },
  });

  // The next start reads the settlement, and with it the lost payment.
  await env.payment.stop();
  await env.restart();
  await env.events.waitForEvent(paymentCaptured, lost.order_id);
  const later = await readDay();
  expect(later.differences.map(({ payment_id }) => payment_id)).not.toContain(lost.id);
  expect(later.begun.captured).toEqual({ count: 5, amount: 49_999 });
  expect(later.begun.unsettled).toEqual({ count: 0, amount: 0 });

  const weekAgo = new Date(Date.now() - 9 * 86_400_000);
  const overdue = await payOrder();
  await attempts.updateOne({ payment_id: overdue.id }, { $set: { opened_at: weekAgo } });
  expect(await readDay(weekAgo)).toMatchObject({
    settlements: [],
    begun: { captured: { count: 1 }, unsettled: { count: 1, amount: 10_000 } },
    differences: [{ kind: 'not-settled', payment_id: overdue.id, settled: 0, in_ledger: 10_000 }],
  });
});
