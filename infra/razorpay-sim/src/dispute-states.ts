import type { DisputeStatus } from './dispute-entity.ts';

/**
 * Transitions of a dispute: a merchant accepts it (lost) or contests it (under review), and the bank decides, or wants
 * more evidence (open again). A dispute about a fraud is closed after the merchant's answer.
 * https://razorpay.com/docs/payments/disputes
 */
const transitions: readonly (readonly [DisputeStatus, DisputeStatus])[] = [
  ['open', 'under_review'],
  ['open', 'lost'],
  ['open', 'closed'],
  ['under_review', 'won'],
  ['under_review', 'lost'],
  ['under_review', 'closed'],
  ['under_review', 'open'],
];

/** The transitions from a status (undefined: no dispute yet) to another, or undefined. */
export function findDisputeTransitions(to: DisputeStatus, from?: DisputeStatus): DisputeStatus[] | undefined {
  if (from === undefined)
    return to === 'open' ? ['open'] : ['open', ...(findDisputeTransitions(to, 'open') ?? [])];
  if (transitions.some(([start, end]) => start === from && end === to)) return [to];
  return from === 'open' && to === 'won' ? ['under_review', 'won'] : undefined;
}
