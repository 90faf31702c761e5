import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { UNPAID_POLL_MS } from './poll-interval.ts';

export interface NextStep {
  readonly tone: 'success' | 'info' | 'warning';
  readonly title: Word;
  /** State and next step. */
  readonly sentences: readonly Word[];
  readonly mayPay: boolean;
  /** The next step is a call to the office. */
  readonly callsOffice?: boolean;
}

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
