import {
  applicationClaimLost,
  applicationSubmitted,
  type EventDefinition,
  type PaymentStatus,
} from '@archaka/contracts';

/**
 * `submitted`: no order known yet; `ordered`: can be paid; `lost`: paid after its hold had ended and
 * another application had taken its mobile or Aadhaar, so the money goes back; `reversed`: was paid, and
 * the money went back at the provider or the bank, so it is to be paid again.
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

/** Every legal step and the event it publishes. Edits add versions and change no state. */
export const transitions = [
  ['draft', 'submitted', applicationSubmitted],
  ['submitted', 'ordered', null],
  // What became of a payment may arrive before the order's own event.
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
  // A further payment finds the claims free again, or still with another.
  ['lost', 'paid', null],
  ['lost', 'lost', applicationClaimLost],
  ['paid', 'reversed', null],
  // A reversal may be told before the capture that it reverses.
  ['submitted', 'reversed', null],
  ['ordered', 'reversed', null],
  ['failed', 'reversed', null],
  ['cancelled', 'reversed', null],
  ['paid', 'ordered', null], // a new order was known before the money of the old one went back
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

/** A legal step: the state to store, and the event to publish in the same transaction, or null. */
export interface Transition<To extends TargetState> {
  readonly state: To;
  readonly event: Extract<Row, readonly [ApplicationState, To, unknown]>[2];
}

/** The step of the table; the only source of an application's next state. */
export function findTransition<To extends TargetState>(
  from: ApplicationState,
  to: To,
): Transition<To> | undefined {
  const row = transitions.find(([start, end]) => start === from && end === to);
  return row && { state: to, event: row[2] as Transition<To>['event'] };
}

/** @throws when the table has no such step. */
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

/** The specification's payment status; `""` while nothing is known. */
export const toPaymentStatus = (state: ApplicationState): PaymentStatus => paymentStatuses[state] ?? '';
