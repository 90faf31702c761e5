import {
  applicationClaimLost,
  applicationSubmitted,
  type EventDefinition,
  type PaymentStatus,
} from '@archaka/contracts';

/**
 * `submitted`: no order yet; `ordered`: payable; `lost`: captured after another application acquired a claim, so the
 * payment is refunded; `reversed`: refunded or charged back after payment, so payable again.
 */
export type ApplicationState =
  | 'draft'
  | 'submitted'
  | 'ordered'
  | 'failed'
  | 'cancelled'
  | 'paid'
  | 'lost'
  | 'reversed';

/** Legal transitions with the event that each publishes. Edits add versions and change no state. */
export const transitions = [
  ['draft', 'submitted', applicationSubmitted],
  ['submitted', 'ordered', null],
  // A payment event may arrive before the order's own event.
  ['submitted', 'failed', null],
  ['submitted', 'cancelled', null],
  ['submitted', 'paid', null],
  ['submitted', 'lost', applicationClaimLost],
  ['ordered', 'failed', null],
  ['ordered', 'cancelled', null],
  ['ordered', 'paid', null],
  ['ordered', 'lost', applicationClaimLost],
  ['failed', 'cancelled', null],
  ['failed', 'paid', null],
  ['failed', 'lost', applicationClaimLost],
  ['cancelled', 'failed', null],
  ['cancelled', 'paid', null],
  ['cancelled', 'lost', applicationClaimLost],
  // At a further payment the claims may be free again or still held by another application.
  ['lost', 'paid', null],
  ['lost', 'lost', applicationClaimLost],
  ['paid', 'reversed', null],
  // A reversal may arrive before the capture that it reverses.
  ['submitted', 'reversed', null],
  ['ordered', 'reversed', null],
  ['failed', 'reversed', null],
  ['cancelled', 'reversed', null],
  ['paid', 'ordered', null], // a new order preceded the reversal
  ['reversed', 'ordered', null],
  ['reversed', 'failed', null],
  ['reversed', 'cancelled', null],
  ['reversed', 'paid', null],
  ['reversed', 'lost', applicationClaimLost],
] as const satisfies readonly (readonly [
  from: ApplicationState,
  to: ApplicationState,
  event: EventDefinition | null,
])[];

type Row = (typeof transitions)[number];
type TargetState = Row[1];

/** `event` is published in the transaction that stores `state`; null publishes nothing. */
export interface Transition<To extends TargetState> {
  readonly state: To;
  readonly event: Extract<Row, readonly [ApplicationState, To, unknown]>[2];
}

export function findTransition<To extends TargetState>(
  from: ApplicationState,
  to: To,
): Transition<To> | undefined {
  const row = transitions.find(([start, end]) => start === from && end === to);
  return row && { state: to, event: row[2] as Transition<To>['event'] };
}

/** @throws when the transition is illegal. */
export function getTransition<To extends TargetState>(from: ApplicationState, to: To): Transition<To> {
  const transition = findTransition(from, to);
  if (!transition) throw new Error(`an application cannot go from ${from} to ${to}`);
  return transition;
}

const paymentStatuses: Partial<Record<ApplicationState, PaymentStatus>> = {
  paid: 'S',
  failed: 'F',
  lost: 'F',
  reversed: 'F',
  cancelled: 'C',
};

export const toPaymentStatus = (state: ApplicationState): PaymentStatus => paymentStatuses[state] ?? '';
