import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts';
import { type NextStep, steps } from './steps.ts';

type Status = ApplicationRecord['payment_status'];
type Attempts = readonly PaymentAttempt[];

/**
 * What the applicant is to do, by the application's payment status and what is known of the order's payments.
 * @param attempts undefined while not known
 */
export function nextStep(status: Status, attempts: Attempts | undefined): NextStep {
  if (status === 'S') return whenPaid(attempts ?? []);
  if (status === '' && attempts?.length === 0) return steps.notBegun;
  return whenUnpaid(status, attempts ?? []);
}

const isIn = (attempts: Attempts, ...states: PaymentAttempt['state'][]): boolean =>
  attempts.some(({ state }) => states.includes(state));

function whenPaid(attempts: Attempts): NextStep {
  if (attempts.some(({ office }) => office)) return steps.paidTwiceWithOffice;
  return isIn(attempts, 'returning', 'returned') ? steps.paidTwice : steps.paid;
}

function whenUnpaid(status: Exclude<Status, 'S'>, attempts: Attempts): NextStep {
  if (isIn(attempts, 'taken')) return steps.arriving;
  if (isIn(attempts, 'held')) return steps.held;
  if (attempts.some(({ returning_because }) => returning_because === 'claim-lost')) return steps.claimLost;
  if (isIn(attempts, 'returned') && !isIn(attempts, 'unknown')) return steps.wentBack;
  return { '': steps.waiting, F: steps.failed, C: steps.cancelled }[status];
}
