import type { PaymentStatus } from './entities.ts';

/**
 * The legal transitions of a payment and their events.
 * https://razorpay.com/docs/payments/payments, “Payment Life Cycle” and “Late Authorization”
 */
export const transitions = [
  ['created', 'authorized', 'payment.authorized'],
  ['created', 'failed', 'payment.failed'],
  ['failed', 'authorized', 'payment.authorized'],
  ['authorized', 'captured', 'payment.captured'],
  ['captured', 'refunded', null],
] as const satisfies readonly (readonly [PaymentStatus, PaymentStatus, string | null])[];

export type Outcome = 'captured' | 'failed' | 'authorized';

/** The transitions from a status to an outcome, or undefined when there is no path. */
export function findTransitions(outcome: Outcome, from: PaymentStatus): PaymentStatus[] | undefined {
  if (isLegal(from, outcome)) return [outcome];
  if (isLegal(from, 'authorized') && isLegal('authorized', outcome)) return ['authorized', outcome];
  return undefined;
}

export function isLegal(from: PaymentStatus, to: PaymentStatus): boolean {
  return transitions.some(([start, end]) => start === from && end === to);
}
