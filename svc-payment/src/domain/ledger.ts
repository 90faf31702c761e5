import type { EventDefinition, PaymentPurpose } from '@archaka/contracts';
import {
  type AttemptState,
  attemptTransitions,
  findPublishedEvent,
  findTransition,
  type OrderState,
  orderTransitions,
} from './states.ts';

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

export const CURRENCY = 'INR';

/** An application has one payable order of each purpose at a time. */
export interface Order {
  readonly application_id: string;
  readonly purpose: PaymentPurpose;
  readonly order_id: string;
  readonly state: OrderState;
  /** Paise. */
  readonly amount: number;
  readonly currency: string;
  readonly payment_id: string | null;
  /** Absent once its application is closed. */
  readonly user_id?: string | undefined;
}

export type RefundReason = 'paid-twice' | 'claim-lost' | 'order-replaced';

/** `deciding`: awaits a clerk; `rejected`: the clerk rejected it; `refused`: the provider rejected it, a clerk must act. */
export interface Refund {
  readonly reason: RefundReason;
  readonly id: string | null;
  readonly status: 'deciding' | 'rejected' | 'requested' | 'pending' | 'processed' | 'refused';
  /** The id of the first of two operators, while the second is awaited. */
  readonly approved_by?: string | undefined;
}

/** One try to pay an order: a checkout visit, a payment, or both once they are matched. */
export interface Attempt {
  readonly id: string;
  readonly application_id: string;
  readonly purpose: PaymentPurpose;
  readonly order_id: string;
  /** Null until a payment appears; at most one attempt of an order has null. */
  readonly payment_id: string | null;
  readonly state: AttemptState;
  /** Paise. */
  readonly amount: number;
  readonly method: string | null;
  readonly bank_reference: string | null;
  readonly opened_at: Date;
  /** Number of checkout visits. */
  readonly checkout_visits: number;
  readonly last_checked: Date | null;
  /** The payment does not match the order and does not count. */
  readonly set_aside: boolean;
  readonly returning_by: Date | null;
  readonly refund: Refund | null;
}

/** An order with all its attempts, oldest first: the unit that is read and changed. */
export interface Ledger {
  readonly order: Order;
  readonly attempts: readonly Attempt[];
}

export const createAttempt = (order: Order, { id, at }: { id: string; at: Date }): Attempt => ({
  id,
  application_id: order.application_id,
  purpose: order.purpose,
  order_id: order.order_id,
  payment_id: null,
  state: 'created',
  amount: order.amount,
  method: null,
  bank_reference: null,
  opened_at: at,
  checkout_visits: 0,
  last_checked: null,
  set_aside: false,
  returning_by: null,
  refund: null,
});

export const findOpenAttempt = ({ attempts }: Ledger): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === null);

export const findByPayment = ({ attempts }: Ledger, paymentId: string): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === paymentId);

export function upsertAttempt(ledger: Ledger, attempt: Attempt): Ledger {
  const exists = ledger.attempts.some(({ id }) => id === attempt.id);
  const attempts = exists
    ? ledger.attempts.map((other) => (other.id === attempt.id ? attempt : other))
    : [...ledger.attempts, attempt];
  return { ...ledger, attempts };
}

/** Published in the same transaction as its transition. */
interface DomainEvent {
  readonly event: EventDefinition;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LedgerChange {
  readonly ledger: Ledger;
  readonly events: readonly DomainEvent[];
  readonly mismatches: readonly Mismatch[];
}

export const noChange = (ledger: Ledger): LedgerChange => ({ ledger, events: [], mismatches: [] });

/** Returns the attempt unchanged when the table has no such transition. */
export function transitionAttempt(attempt: Attempt, to: AttemptState): Attempt {
  return findTransition(attemptTransitions, { from: attempt.state, to })
    ? { ...attempt, state: to }
    : attempt;
}

/** Returns the change as it was when the table has no such transition. */
export function transitionOrder(
  change: LedgerChange,
  to: OrderState,
  details: Readonly<Record<string, unknown>> = {},
): LedgerChange {
  const { order } = change.ledger;
  const transition = findTransition(orderTransitions, { from: order.state, to });
  if (!transition) return change;
  const { application_id, order_id, purpose } = order;
  const event = findPublishedEvent(transition, purpose);
  return {
    ...change,
    ledger: { ...change.ledger, order: { ...order, state: to } },
    events: event
      ? [...change.events, { event, data: { application_id, order_id, ...details } }]
      : change.events,
  };
}

/** Reuses the attempt that has no payment yet, if there is one. */
export function recordCheckoutStart(ledger: Ledger, input: { id: string; at: Date }): LedgerChange {
  const attempt = findOpenAttempt(ledger) ?? createAttempt(ledger.order, input);
  const opened = { ...transitionAttempt(attempt, 'created'), checkout_visits: attempt.checkout_visits + 1 };
  return transitionOrder(noChange(upsertAttempt(ledger, opened)), 'attempted');
}

export const replaceOrder = (ledger: Ledger): Ledger => transitionOrder(noChange(ledger), 'replaced').ledger;

export const needsReplacement = ({ state }: Pick<Ledger['order'], 'state'>): boolean =>
  state === 'reversed' || state === 'replaced';
