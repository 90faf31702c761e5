import type { PaymentAttempt } from '@archaka/contracts';
import type { Transition } from './transition-table.ts';

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
