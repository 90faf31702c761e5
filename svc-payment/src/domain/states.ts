import {
  type EventDefinition,
  orderCreated,
  type PaymentAttempt,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';

/** The event is published with the transition; null for none. */
export type Transition<State extends string> = readonly [
  from: State,
  to: State,
  event: EventDefinition | null,
];

interface StateChange<State extends string> {
  readonly from: State;
  readonly to: State;
}

export const findTransition = <State extends string>(
  transitions: readonly Transition<State>[],
  { from, to }: StateChange<State>,
): Transition<State> | undefined => transitions.find(([start, end]) => start === from && end === to);

/**
 * `wanted`: stored, without an id from Razorpay yet.
 * `replaced`: refunded, and a new order takes its place, since Razorpay accepts no payment on a paid one; or closed
 * with its application or its person. A payment on it is refunded at once.
 */
export type OrderState =
  | 'wanted'
  | 'created'
  | 'attempted'
  | 'failed'
  | 'cancelled'
  | 'captured'
  | 'reversed'
  | 'replaced';

/** Every legal transition of an order. Only a refund or chargeback leads out of `captured`. */
export const orderTransitions = [
  ['wanted', 'created', orderCreated],
  ['created', 'attempted', null],
  ['created', 'captured', paymentCaptured], // the checkout start was not recorded
  ['created', 'failed', paymentFailed],
  ['created', 'cancelled', paymentCancelled],
  ['created', 'replaced', null], // its application is withdrawn, or its person is erased
  ['attempted', 'captured', paymentCaptured],
  ['attempted', 'failed', paymentFailed],
  ['attempted', 'cancelled', paymentCancelled],
  ['attempted', 'replaced', null],
  ['failed', 'attempted', null],
  ['failed', 'captured', paymentCaptured], // Razorpay may authorise late, days after a failure
  ['failed', 'replaced', null],
  ['cancelled', 'attempted', null],
  ['cancelled', 'failed', paymentFailed], // the failure was reported after the cancel
  ['cancelled', 'captured', paymentCaptured],
  ['cancelled', 'replaced', null],
  ['captured', 'reversed', paymentReversed], // refunded by hand at the provider, or charged back
  ['reversed', 'captured', paymentCaptured], // by another payment of the order
  ['reversed', 'replaced', null],
] as const satisfies readonly Transition<OrderState>[];

export type AttemptState = PaymentAttempt['state'];

/** Every legal transition of an attempt. The order publishes the events; `returned` is final. */
export const attemptTransitions = [
  ['unknown', 'not_taken', null],
  ['unknown', 'held', null],
  ['unknown', 'taken', null],
  ['unknown', 'returned', null],
  ['not_taken', 'unknown', null], // another checkout on the same attempt
  ['not_taken', 'held', null], // late authorisation
  ['not_taken', 'taken', null],
  ['not_taken', 'returned', null],
  ['held', 'taken', null],
  ['held', 'returned', null], // Razorpay releases an authorisation that is not captured in time
  ['taken', 'returning', null],
  ['taken', 'returned', null], // refunded by hand at the provider, or charged back
  ['returning', 'returned', null],
] as const satisfies readonly Transition<AttemptState>[];

const PENDING_STATES: readonly AttemptState[] = ['unknown', 'held'];

/** The money may still be taken without a further attempt. */
export const isPending = (state: AttemptState): boolean => PENDING_STATES.includes(state);

export const CAPTURED_STATES: readonly AttemptState[] = ['taken', 'returning', 'returned'];

const CLOSED_STATES: readonly AttemptState[] = ['not_taken', 'returned'];

export const isClosed = (state: AttemptState): boolean => CLOSED_STATES.includes(state);
