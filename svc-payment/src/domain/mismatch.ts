import type { Order } from './ledger.ts';
import type { ProviderPayment } from './provider-payment.ts';

export interface Mismatch {
  readonly payment_id: string;
  readonly field: 'order_id' | 'amount' | 'currency';
  readonly expected: string | number;
  readonly found: string | number | null;
}

const FIELDS = ['order_id', 'amount', 'currency'] as const;

export function findMismatch(order: Order, payment: ProviderPayment): Mismatch | undefined {
  const field = FIELDS.find((name) => order[name] !== payment[name]);
  if (field === undefined) return undefined;
  return { payment_id: payment.id, field, expected: order[field], found: payment[field] };
}
