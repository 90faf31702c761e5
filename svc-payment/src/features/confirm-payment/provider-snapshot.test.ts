import { expect, test } from '@jest/globals';
import { buildLedger, buildPayment } from '../../domain/testing/builders.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { createSnapshotReader, ReportNotShown } from './provider-snapshot.ts';

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

const lostDispute = { id: 'disp_1', payment_id: 'pay_1', amount_deducted: 10_000, status: 'lost' };
const openDispute = { ...lostDispute, amount_deducted: 0, status: 'open' };

type DisputeSource = Pick<Provider, 'findPayment' | 'findDispute'>;
const fetchDispute = (provider: DisputeSource, { isLost }: { isLost: boolean }) =>
  createSnapshotReader(provider as Provider, 60_000).fetchDispute({
    paymentId: 'pay_1',
    disputeId: 'disp_1',
    isLost,
  });

test.each([
  ['the payment', { findPayment: async () => undefined }],
  ['the dispute', { findDispute: async () => undefined }],
  ['the loss', { findDispute: async () => openDispute }],
])(
  'fails while Razorpay does not show %s that a webhook reports, so that no chargeback is lost',
  async (_, older) => {
    const payment = buildPayment({ id: 'pay_1', amount: 10_000 });
    const provider = { findPayment: async () => payment, findDispute: async () => lostDispute };
    await expect(fetchDispute({ ...provider, ...older }, { isLost: true })).rejects.toThrow(ReportNotShown);
    expect((await fetchDispute(provider, { isLost: true })).payments).toEqual([
      { ...payment, status: 'charged_back' },
    ]);
  },
);

test('counts a disputed payment as captured when the response is older than its capture', async () => {
  const payment = buildPayment({ id: 'pay_1', amount: 10_000, status: 'authorized', captured: false });
  const provider = { findPayment: async () => payment, findDispute: async () => lostDispute };
  expect((await fetchDispute(provider, { isLost: true })).payments).toEqual([
    { ...payment, status: 'charged_back', captured: true },
  ]);
});

test('accepts that a dispute is open when no webhook reports its end', async () => {
  const payment = buildPayment({ id: 'pay_1', amount: 10_000 });
  const provider = { findPayment: async () => payment, findDispute: async () => openDispute };
  expect((await fetchDispute(provider, { isLost: false })).payments).toEqual([payment]);
});
