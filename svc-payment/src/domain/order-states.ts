import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';
import type { Transition } from './transition-table.ts';

/**
 * `wanted`: on our books, but Razorpay has not given it an id yet. `replaced`: its money went back and the
 * applicant pays by a new order, since Razorpay takes nothing more on a paid one.
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

/** Every legal move of an order. Out of `captured` leads nothing but the money's own way back. */
export const orderTransitions = [
  ['wanted', 'created', orderCreated],
  ['created', 'attempted', null],
  ['created', 'captured', paymentCaptured], // paid without our seeing the applicant leave
  ['created', 'failed', paymentFailed],
  ['created', 'cancelled', paymentCancelled],
  ['attempted', 'captured', paymentCaptured],
  ['attempted', 'failed', paymentFailed],
  ['attempted', 'cancelled', paymentCancelled],
  ['failed', 'attempted', null],
  ['failed', 'captured', paymentCaptured], // Razorpay may authorise late, days after a failure
  ['cancelled', 'attempted', null],
  ['cancelled', 'failed', paymentFailed], // the failure was reported after the applicant had gone
  ['cancelled', 'captured', paymentCaptured],
  ['captured', 'reversed', paymentReversed], // the payment that paid it was given back by hand, or charged back
  ['reversed', 'captured', paymentCaptured], // by another payment of the order
  ['reversed', 'replaced', null],
] as const satisfies readonly Transition<OrderState>[];
