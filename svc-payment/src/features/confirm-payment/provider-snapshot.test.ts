import { expect, test } from '@jest/globals';
import { buildLedger, buildPayment } from '../../domain/testing/builders.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { createSnapshotReader, DisputeNotShown } from './provider-snapshot.ts';

test('fetches twice for concurrent hints about an order: the fetch in flight, and one for all others', async () => {
  const polls: PromiseWithResolvers<[]>[] = [];
  const provider: Pick<Provider, 'listPayments'> = {
    listPayments() {
      const poll = Promise.withResolvers<[]>();
      polls.push(poll);
      return poll.promise;
    },
  };
  const { fetchOrder } = createSnapshotReader(provider as Provider, 60_000);
  const hints = Array.from({ length: 6 }, () => fetchOrder(buildLedger().order));
  expect(polls).toHaveLength(1);
  polls[0]?.resolve([]);
  await hints[0];
  while (polls.length < 2) await Promise.resolve();
  polls[1]?.resolve([]);
  await Promise.all(hints);
  expect(polls).toHaveLength(2);
});

test.each(['findPayment', 'findDispute'] as const)(
  'fails while %s does not show what the webhook of a dispute names, so that no chargeback is lost',
  async (missing) => {
    const payment = buildPayment({ id: 'pay_1', amount: 10_000 });
    const dispute = { id: 'disp_1', payment_id: 'pay_1', amount_deducted: 10_000, status: 'lost' };
    let isShown = false;
    const provider: Pick<Provider, 'findPayment' | 'findDispute'> = {
      findPayment: async () => (isShown || missing === 'findDispute' ? payment : undefined),
      findDispute: async () => (isShown || missing === 'findPayment' ? dispute : undefined),
    };
    const { fetchDispute } = createSnapshotReader(provider as Provider, 60_000);
    const ids = { paymentId: 'pay_1', disputeId: 'disp_1' };
    await expect(fetchDispute(ids)).rejects.toThrow(DisputeNotShown);
    isShown = true;
    expect((await fetchDispute(ids)).payments).toEqual([{ ...payment, status: 'charged_back' }]);
  },
);
