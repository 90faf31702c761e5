import {
  type EventDefinition,
  orderCreated,
  type PaymentPurpose,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  revaluationCaptured,
  revaluationReversed,
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

/** Consumers read the events of the table as those of the application's fee. */
const revaluationEvents: ReadonlyMap<EventDefinition | null, EventDefinition> = new Map<
  EventDefinition,
  EventDefinition
>([
  [paymentCaptured, revaluationCaptured],
  [paymentReversed, revaluationReversed],
]);

/** For the fee of a revaluation only its capture and its reversal are published. */
export const findPublishedEvent = (
  [, , event]: Transition<OrderState>,
  purpose: PaymentPurpose,
): EventDefinition | null => (purpose === 'application' ? event : (revaluationEvents.get(event) ?? null));

/** Razorpay's states of a payment, and `refunding`: we have requested the refund. */
export type AttemptState = 'created' | 'authorized' | 'captured' | 'refunding' | 'refunded' | 'failed';

/** Every legal transition of an attempt. The order publishes the events; `refunded` is final. */
export const attemptTransitions = [
  ['created', 'failed', null],
  ['created', 'authorized', null],
  ['created', 'captured', null],
  ['created', 'refunded', null],
  ['failed', 'created', null], // another checkout on the same attempt
  ['failed', 'authorized', null], // late authorisation
  ['failed', 'captured', null],
  ['failed', 'refunded', null],
  ['authorized', 'captured', null],
  ['authorized', 'refunded', null], // Razorpay releases an authorisation that is not captured in time
  ['captured', 'refunding', null],
  ['captured', 'refunded', null], // refunded by hand at the provider, or charged back
  ['refunding', 'refunded', null],
] as const satisfies readonly Transition<AttemptState>[];

const PENDING_STATES: readonly AttemptState[] = ['created', 'authorized'];

/** The money may still be taken without a further attempt. */
export const isPending = (state: AttemptState): boolean => PENDING_STATES.includes(state);

export const CAPTURED_STATES: readonly AttemptState[] = ['captured', 'refunding', 'refunded'];

const CLOSED_STATES: readonly AttemptState[] = ['failed', 'refunded'];

export const isClosed = (state: AttemptState): boolean => CLOSED_STATES.includes(state);
