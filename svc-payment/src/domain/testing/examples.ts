import { CURRENCY, type Ledger, type Order } from '../ledger.ts';
import type { ProviderPayment } from '../provider-payment.ts';

export const NOON = new Date('2024-06-01T12:00:00Z');

const order = (own: Partial<Order> = {}): Order => ({
  application_id: 'ARC24-EXAMPLE1',
  order_id: 'order_1',
  state: 'created',
  amount: 10_000,
  currency: CURRENCY,
  payment_id: null,
  ...own,
});

export const ledger = (own: Partial<Order> = {}): Ledger => ({ order: order(own), attempts: [] });

const CAPTURED: readonly ProviderPayment['status'][] = ['captured', 'refunded', 'charged_back'];

export const payment = (own: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 'pay_1',
  order_id: 'order_1',
  amount: 10_000,
  currency: CURRENCY,
  status: 'captured',
  captured: CAPTURED.includes(own.status ?? 'captured'),
  method: 'card',
  bank_reference: '412345678901',
  error: null,
  created_at: NOON,
  ...own,
});
