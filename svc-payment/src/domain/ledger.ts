import type { AttemptState } from './attempt-states.ts';
import type { OrderState } from './order-states.ts';

export const CURRENCY = 'INR';

/** An order that Razorpay knows. One application has one at a time. */
export interface Order {
  readonly application_id: string;
  readonly order_id: string;
  readonly state: OrderState;
  /** Paise. */
  readonly amount: number;
  readonly currency: string;
  /** The payment that paid it. */
  readonly payment_id: string | null;
}

export type RefundReason = 'paid-twice' | 'claim-lost' | 'order-replaced';

/**
 * What is to become of money that was taken and should not have been. `deciding`: it waits for a clerk's
 * word; `kept`: the clerk has refused to give it back; `refused`: the provider has, and a person must look.
 */
export interface Refund {
  readonly reason: RefundReason;
  readonly id: string | null;
  readonly status: 'deciding' | 'kept' | 'wanted' | 'pending' | 'processed' | 'refused';
}

/** One try to pay an order: the applicant's leaving, a payment, or both once they are known to belong together. */
export interface Attempt {
  readonly id: string;
  readonly application_id: string;
  readonly order_id: string;
  /** Null until a payment appears; an order has at most one attempt like that. */
  readonly payment_id: string | null;
  readonly state: AttemptState;
  /** Paise. */
  readonly amount: number;
  readonly method: string | null;
  readonly bank_reference: string | null;
  readonly opened_at: Date;
  /** How often the applicant left for the checkout on it. */
  readonly leavings: number;
  readonly last_checked: Date | null;
  /** The payment does not match the order and is not accepted. */
  readonly set_aside: boolean;
  readonly returning_by: Date | null;
  readonly refund: Refund | null;
}

/** An order with all its attempts, oldest first: what is read and changed together. */
export interface Ledger {
  readonly order: Order;
  readonly attempts: readonly Attempt[];
}

export const createAttempt = (order: Order, { id, at }: { id: string; at: Date }): Attempt => ({
  id,
  application_id: order.application_id,
  order_id: order.order_id,
  payment_id: null,
  state: 'unknown',
  amount: order.amount,
  method: null,
  bank_reference: null,
  opened_at: at,
  leavings: 0,
  last_checked: null,
  set_aside: false,
  returning_by: null,
  refund: null,
});

/** The attempt that waits for its payment. */
export const findOpenAttempt = ({ attempts }: Ledger): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === null);

export const findByPayment = ({ attempts }: Ledger, paymentId: string): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === paymentId);

/** The ledger with this attempt in place of its earlier self, or added. */
export function upsertAttempt(ledger: Ledger, attempt: Attempt): Ledger {
  const exists = ledger.attempts.some(({ id }) => id === attempt.id);
  const attempts = exists
    ? ledger.attempts.map((other) => (other.id === attempt.id ? attempt : other))
    : [...ledger.attempts, attempt];
  return { ...ledger, attempts };
}
