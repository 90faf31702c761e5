import { expect, test } from '@jest/globals';
import { buildPayment } from '../../domain/testing/builders.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { fetchDispute, ReportNotShown } from './provider-snapshot.ts';

const lostDispute = { id: 'disp_1', payment_id: 'pay_1', amount_deducted: 10_000, status: 'lost' };
const openDispute = { ...lostDispute, amount_deducted: 0, status: 'open' };

const fetch = (provider: Pick<Provider, 'findPayment' | 'findDispute'>, { isLost }: { isLost: boolean }) =>
  fetchDispute({ provider: provider as Provider }, { paymentId: 'pay_1', disputeId: 'disp_1', isLost });

test.each([
  ['the payment', { findPayment: async () => undefined }],
  ['the dispute', { findDispute: async () => undefined }],
  ['the loss', { findDispute: async () => openDispute }],
])(
  'fails while Razorpay does not show %s that a webhook reports, so that no chargeback is lost',
  async (_, older) => {
    const payment = buildPayment({ id: 'pay_1', amount: 10_000 });
    const provider = { findPayment: async () => payment, findDispute: async () => lostDispute };
    await expect(fetch({ ...provider, ...older }, { isLost: true })).rejects.toThrow(ReportNotShown);
    expect((await fetch(provider, { isLost: true })).payments).toEqual([
      { ...payment, status: 'charged_back' },
    ]);
  },
);

test('counts a disputed payment as captured when the response is older than its capture', async () => {
  const payment = buildPayment({ id: 'pay_1', amount: 10_000, status: 'authorized', captured: false });
  const provider = { findPayment: async () => payment, findDispute: async () => lostDispute };
  expect((await fetch(provider, { isLost: true })).payments).toEqual([
    { ...payment, status: 'charged_back', captured: true },
  ]);
});

test('accepts that a dispute is open when no webhook reports its end', async () => {
  const payment = buildPayment({ id: 'pay_1', amount: 10_000 });
  const provider = { findPayment: async () => payment, findDispute: async () => openDispute };
  expect((await fetch(provider, { isLost: false })).payments).toEqual([payment]);
});
