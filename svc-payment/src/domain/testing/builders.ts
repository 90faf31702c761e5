import { applySnapshot, type SyncInput } from '../apply-snapshot.ts';
import { CURRENCY, type Ledger, type Order, type ProviderPayment } from '../ledger.ts';

export const NOON = new Date('2024-06-01T12:00:00Z');
export const LATER = new Date('2024-06-02T12:00:00Z');

export const buildLedger = (overrides: Partial<Order> = {}): Ledger => ({
  order: {
    application_id: 'ARC24-EXAMPLE1',
    purpose: 'application',
    order_id: 'order_1',
    state: 'created',
    amount: 10_000,
    currency: CURRENCY,
    payment_id: null,
    ...overrides,
  },
  attempts: [],
});

const CAPTURED_STATUSES: readonly ProviderPayment['status'][] = ['captured', 'refunded', 'charged_back'];

export const buildPayment = (overrides: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 'pay_1',
  order_id: 'order_1',
  amount: 10_000,
  currency: CURRENCY,
  status: 'captured',
  captured: CAPTURED_STATUSES.includes(overrides.status ?? 'captured'),
  method: 'card',
  bank_reference: '412345678901',
  error: null,
  created_at: NOON,
  ...overrides,
});

/** A complete poll at noon that shows these payments. */
export const sync = (before: Ledger, payments: ProviderPayment[], overrides: Partial<SyncInput> = {}) =>
  applySnapshot(before, {
    payments,
    isComplete: true,
    trigger: 'poll',
    at: NOON,
    secondPayment: 'refund',
    ...overrides,
  });
