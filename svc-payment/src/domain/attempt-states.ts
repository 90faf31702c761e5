import type { PaymentAttempt } from '@archaka/contracts';
import type { Edge } from './edges.ts';

/** What became of the money of one attempt, as the applicant is told. */
export type AttemptState = PaymentAttempt['state'];

/** Every legal move of an attempt; the events are the order's. Nothing leads out of `returned`. */
export const attemptEdges = [
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
] as const satisfies readonly Edge<AttemptState>[];

const ALIVE: readonly AttemptState[] = ['unknown', 'held'];

/** Money may still be taken without anybody trying again. */
export const isAlive = (state: AttemptState): boolean => ALIVE.includes(state);

/** The money came, whatever became of it. */
export const TAKEN: readonly AttemptState[] = ['taken', 'returning', 'returned'];

const DEAD: readonly AttemptState[] = ['not_taken', 'returned'];

/** The attempt ended, and the applicant's money is where it was. */
export const isDead = (state: AttemptState): boolean => DEAD.includes(state);
