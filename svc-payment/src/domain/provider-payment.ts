import type { Order } from './ledger.ts';

/** https://razorpay.com/docs/api/payments/entity */
export interface ProviderPayment {
  readonly id: string;
  readonly order_id: string | null;
  /** Paise. */
  readonly amount: number;
  readonly currency: string;
  /** Razorpay's status, except `charged_back`, which comes from its disputes. */
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'charged_back' | 'failed';
  /** True also after a refund; false for an authorisation that expired. */
  readonly captured: boolean;
  readonly method: string | null;
  readonly bank_reference: string | null;
  /** Razorpay's error code. */
  readonly error: string | null;
  readonly created_at: Date;
}

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
