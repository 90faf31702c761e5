import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export interface NextStep {
  readonly tone: 'success' | 'info' | 'warning';
  readonly title: Word;
  /** State and next step. */
  readonly sentences: readonly Word[];
  readonly mayPay: boolean;
  /** The next step is a call to the office. */
  readonly callsOffice?: boolean;
}

/** A fallback for lost notices of the server, while the payment may arrive at any moment. */
export const UNPAID_POLL_MS = 5000;
const pollSeconds = UNPAID_POLL_MS / 1000;
const pollNote: Word = msg`This page asks again every ${pollSeconds} seconds by itself.`;
const healNote: Word = msg`What the bank has taken is seen here within a minute.`;

const confirming: Word = msg`The payment is being confirmed`;
const feeDue: Word = msg`The fee is due`;
const feeArrived: Word = msg`The fee has arrived`;

const successStep = (...sentences: Word[]): NextStep => ({
  tone: 'success',
  title: feeArrived,
  sentences,
  mayPay: false,
});
const waitStep = (...sentences: Word[]): NextStep => ({
  tone: 'info',
  title: confirming,
  sentences: [...sentences, pollNote],
  mayPay: false,
});
const payStep = (title: Word, sentence: Word): NextStep => ({
  tone: 'warning',
  title,
  sentences: [sentence],
  mayPay: true,
});

export const steps = {
  notStarted: payStep(feeDue, msg`The fee has not been paid yet. The application is safe; pay now or later.`),
  waiting: {
    ...waitStep(msg`Waiting for the bank. If money was taken it is not lost.`, healNote),
    mayPay: true,
  },
  failed: payStep(
    msg`The payment failed`,
    msg`This payment did not go through. The application is safe; you can pay again.`,
  ),
  cancelled: payStep(
    msg`The payment was cancelled`,
    msg`You cancelled the payment. The application is safe; you can pay again.`,
  ),
  held: waitStep(msg`Your bank has set the money aside. Please do not pay again.`),
  captured: waitStep(msg`The payment was taken and is being entered. Please do not pay again.`, healNote),
  paid: successStep(msg`Nothing more to do. The hall ticket is ready; it is in the history, too.`),
  ticketPending: successStep(msg`Nothing more to do. The hall ticket comes here by itself.`),
  paidTwice: successStep(msg`It was paid more than once. What was too much goes back to you; see below.`),
  paidTwiceUnderReview: successStep(
    msg`It was paid more than once. You need not pay again; what becomes of the second payment is said below.`,
  ),
  refunded: payStep(
    feeDue,
    msg`The money of this payment went back to you, so the application is not paid. It is safe; you can pay again.`,
  ),
  claimLost: {
    ...payStep(
      msg`The money goes back to you`,
      msg`Meanwhile another application has taken this mobile number, Aadhaar or identity paper, so the money goes back to you. Please call the office.`,
    ),
    mayPay: false,
    callsOffice: true,
  },
} as const satisfies Record<string, NextStep>;

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
