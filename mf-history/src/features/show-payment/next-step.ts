import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts';
import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export interface NextStep {
  readonly tone: 'success' | 'info' | 'warning';
  readonly word: Word;
  readonly mayPay: boolean;
}

const paid: NextStep = {
  tone: 'success',
  word: msg`The fee has arrived. Nothing more to do; the hall ticket is here and in the history.`,
  mayPay: false,
};
const paidTwice: NextStep = {
  ...paid,
  word: msg`The fee has arrived, and it was paid more than once. What was too much goes back to you; see below.`,
};
const arriving: NextStep = {
  tone: 'info',
  word: msg`The payment was taken and is being entered. Please do not pay again; this page changes by itself.`,
  mayPay: false,
};
const held: NextStep = {
  tone: 'info',
  word: msg`Your bank has set the money aside. Please do not pay again; this page changes by itself.`,
  mayPay: false,
};
const givenBack: NextStep = {
  tone: 'warning',
  word: msg`Meanwhile another application has taken this mobile number or Aadhaar, so the money goes back to you. Please call the help numbers on the home page.`,
  mayPay: false,
};
const notBegun: NextStep = {
  tone: 'warning',
  word: msg`The fee has not been paid yet. The application is safe; pay now or later.`,
  mayPay: true,
};
const unpaid: Readonly<Record<'F' | 'C' | '', NextStep>> = {
  F: {
    tone: 'warning',
    word: msg`This payment did not go through. The application is safe; you can pay again.`,
    mayPay: true,
  },
  C: {
    tone: 'warning',
    word: msg`You cancelled the payment. The application is safe; you can pay again.`,
    mayPay: true,
  },
  '': {
    tone: 'info',
    word: msg`Waiting for the bank. If money was taken it is not lost; this page changes by itself.`,
    mayPay: true,
  },
};

/**
 * What the applicant is to do, by the application's payment status and what is known of the order's payments.
 * @param attempts undefined while not known
 */
export function nextStep(
  status: ApplicationRecord['payment_status'],
  attempts: readonly PaymentAttempt[] | undefined,
): NextStep {
  const has = (...states: PaymentAttempt['state'][]) =>
    attempts?.some(({ state }) => states.includes(state)) ?? false;
  if (status === 'S') return has('returning', 'returned') ? paidTwice : paid;
  if (has('taken')) return arriving;
  if (has('held')) return held;
  if (has('returning', 'returned')) return givenBack;
  return status === '' && attempts?.length === 0 ? notBegun : unpaid[status];
}
