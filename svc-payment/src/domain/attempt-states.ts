import type { PaymentAttempt } from '@archaka/contracts';
import type { Transition } from './transition-table.ts';

/** What became of the money of one attempt, as the applicant is told. */
export type AttemptState = PaymentAttempt['state'];

/** Every legal move of an attempt; the events are the order's. Nothing leads out of `returned`. */
export const attemptTransitions = [
  ['unknown', 'not_taken', null],
  ['unknown', 'held', null],
  ['unknown', 'taken', null],
  ['unknown', 'returned', null],
  ['not_taken', 'unknown', null], // the applicant leaves for the checkout once more
  ['not_taken', 'held', null], // late authorisation
  ['not_taken', 'taken', null],
  ['not_taken', 'returned', null],
  ['held', 'taken', null],
  ['held', 'returned', null], // Razorpay lets go of what is not captured in time
  ['taken', 'returning', null],
  ['taken', 'returned', null], // given back by hand at the provider, or charged back
  ['returning', 'returned', null],
] as const satisfies readonly Transition<AttemptState>[];

const PENDING_STATES: readonly AttemptState[] = ['unknown', 'held'];

/** Money may still be taken without anybody trying again. */
export const isPending = (state: AttemptState): boolean => PENDING_STATES.includes(state);

/** The money came, whatever became of it. */
export const CAPTURED_STATES: readonly AttemptState[] = ['taken', 'returning', 'returned'];

const CLOSED_STATES: readonly AttemptState[] = ['not_taken', 'returned'];

/** The attempt ended, and the applicant's money is where it was. */
export const isClosed = (state: AttemptState): boolean => CLOSED_STATES.includes(state);
