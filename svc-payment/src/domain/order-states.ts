import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';
import type { Transition } from './transition-table.ts';

/**
 * `wanted`: stored, without an id from Razorpay yet.
 * `replaced`: refunded; a new order takes its place, since Razorpay accepts no payment on a paid one.
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
  ['attempted', 'captured', paymentCaptured],
  ['attempted', 'failed', paymentFailed],
  ['attempted', 'cancelled', paymentCancelled],
  ['failed', 'attempted', null],
  ['failed', 'captured', paymentCaptured], // Razorpay may authorise late, days after a failure
  ['cancelled', 'attempted', null],
  ['cancelled', 'failed', paymentFailed], // the failure was reported after the cancel
  ['cancelled', 'captured', paymentCaptured],
  ['captured', 'reversed', paymentReversed], // refunded by hand at the provider, or charged back
  ['reversed', 'captured', paymentCaptured], // by another payment of the order
  ['reversed', 'replaced', null],
] as const satisfies readonly Transition<OrderState>[];
