import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import { type NextStep, steps } from './steps.ts';

type Status = ApplicationRecord['payment_status'];
type Attempts = readonly PaymentAttempt[];

/** @param attempts the known payments of the order; undefined while unknown */
export function chooseNextStep(
  status: Status,
  attempts: Attempts | undefined,
  isTicketMade: boolean,
): NextStep {
  if (status === 'S') return choosePaidStep(attempts ?? [], isTicketMade);
  if (status === '' && attempts?.length === 0) return steps.notStarted;
  return chooseUnpaidStep(status, attempts ?? []);
}

const hasState = (attempts: Attempts, ...states: PaymentAttempt['state'][]): boolean =>
  attempts.some(({ state }) => states.includes(state));

function choosePaidStep(attempts: Attempts, isTicketMade: boolean): NextStep {
  if (attempts.some(({ office }) => office)) return steps.paidTwiceUnderReview;
  if (hasState(attempts, 'returning', 'returned')) return steps.paidTwice;
  return isTicketMade ? steps.paid : steps.ticketPending;
}

function chooseUnpaidStep(status: Exclude<Status, 'S'>, attempts: Attempts): NextStep {
  if (hasState(attempts, 'taken')) return steps.captured;
  if (hasState(attempts, 'held')) return steps.held;
  if (attempts.some(({ returning_because }) => returning_because === 'claim-lost')) return steps.claimLost;
  if (hasState(attempts, 'returned') && !hasState(attempts, 'unknown')) return steps.refunded;
  return { '': steps.waiting, F: steps.failed, C: steps.cancelled }[status];
}
