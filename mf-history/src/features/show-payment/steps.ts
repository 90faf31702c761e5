import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export interface NextStep {
  readonly tone: 'success' | 'info' | 'warning';
  readonly word: Word;
  readonly mayPay: boolean;
}

const successStep = (word: Word): NextStep => ({ tone: 'success', word, mayPay: false });
const waitStep = (word: Word): NextStep => ({ tone: 'info', word, mayPay: false });
const payStep = (word: Word): NextStep => ({ tone: 'warning', word, mayPay: true });

export const steps = {
  notStarted: payStep(msg`The fee has not been paid yet. The application is safe; pay now or later.`),
  waiting: {
    ...waitStep(msg`Waiting for the bank. If money was taken it is not lost; this page changes by itself.`),
    mayPay: true,
  },
  failed: payStep(msg`This payment did not go through. The application is safe; you can pay again.`),
  cancelled: payStep(msg`You cancelled the payment. The application is safe; you can pay again.`),
  held: waitStep(
    msg`Your bank has set the money aside. Please do not pay again; this page changes by itself.`,
  ),
  captured: waitStep(
    msg`The payment was taken and is being entered. Please do not pay again; this page changes by itself.`,
  ),
  paid: successStep(
    msg`The fee has arrived. Nothing more to do; the hall ticket is here and in the history.`,
  ),
  paidTwice: successStep(
    msg`The fee has arrived, and it was paid more than once. What was too much goes back to you; see below.`,
  ),
  paidTwiceUnderReview: successStep(
    msg`The fee has arrived, and it was paid more than once. You need not pay again; what becomes of the second payment is said below.`,
  ),
  refunded: payStep(
    msg`The money of this payment went back to you, so the application is not paid. It is safe; you can pay again.`,
  ),
  claimLost: {
    ...payStep(
      msg`Meanwhile another application has taken this mobile number or Aadhaar, so the money goes back to you. Please call the help numbers on the home page.`,
    ),
    mayPay: false,
  },
} as const satisfies Record<string, NextStep>;
