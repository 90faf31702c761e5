import { orderCreated, paymentCancelled, paymentCaptured, paymentFailed } from '@archaka/contracts';
import type { Edge } from './edges.ts';

/** `wanted`: on our books, but Razorpay has not given it an id yet. */
export type OrderState = 'wanted' | 'created' | 'attempted' | 'failed' | 'cancelled' | 'captured';

/** Every legal move of an order. Nothing leads out of `captured`. */
export const orderEdges = [
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
] as const satisfies readonly Edge<OrderState>[];
