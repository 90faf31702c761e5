import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import { addCatalogs, type Word } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

/** What an application's state is and what comes next: the same on every page that shows it. */
export interface ApplicationState {
  readonly tone: 'success' | 'info' | 'warning';
  readonly title: Word;
  /** State and next step. */
  readonly sentences: readonly Word[];
  /** Milestones of the status card. */
  readonly reached: 2 | 3 | 4;
  readonly nextStep: 'pay' | 'wait' | 'call-office' | 'ticket';
  /** Also while a payment may still arrive. */
  readonly mayPay: boolean;
}

const feeDue: Word = msg`The fee is due`;
const feeArrived: Word = msg`The fee has arrived`;
const pollNote: Word = msg`The bank is asked again every minute; this page changes by itself.`;
const perhapsPaid: Word = msg`If you have paid already, wait a minute: the bank is asked again every minute, no money is lost, and this page changes by itself.`;

const payState = (title: Word, ...sentences: Word[]): ApplicationState => ({
  tone: 'warning',
  title,
  sentences,
  reached: 2,
  nextStep: 'pay',
  mayPay: true,
});
const waitState = (sentence: Word, mayPay = false): ApplicationState => ({
  tone: 'info',
  title: msg`The payment is being confirmed`,
  sentences: [sentence, pollNote],
  reached: 2,
  nextStep: 'wait',
  mayPay,
});
const paidState = (isTicketMade: boolean, sentence: Word): ApplicationState => ({
  tone: 'success',
  title: feeArrived,
  sentences: [sentence],
  reached: isTicketMade ? 4 : 3,
  nextStep: 'ticket',
  mayPay: false,
});

const notPaid = payState(
  feeDue,
  msg`The fee has not been paid yet. The application is safe; pay now or later.`,
  msg`The hall ticket comes as soon as the fee is paid.`,
);
const unknown = waitState(msg`Waiting for the bank. If money was taken it is not lost.`, true);
const held = waitState(msg`Your bank has set the money aside. Please do not pay again.`);
const captured = waitState(msg`The payment was taken and is being entered. Please do not pay again.`);
const failed = payState(
  msg`The payment failed`,
  msg`This payment did not go through. The application is safe; you can pay again.`,
);
const cancelled = payState(
  msg`The payment was cancelled`,
  msg`You cancelled the payment. The application is safe; you can pay again.`,
);
const refunded = payState(
  feeDue,
  msg`The money of this payment went back to you, so the application is not paid. It is safe; you can pay again.`,
);
const claimLost: ApplicationState = {
  ...payState(
    msg`The money goes back to you`,
    msg`Meanwhile another application has taken this mobile number, Aadhaar or identity paper, so the money goes back to you. Please call the office.`,
  ),
  nextStep: 'call-office',
  mayPay: false,
};
const ticketOutdated: ApplicationState = {
  ...paidState(
    false,
    msg`You edited the application, so the earlier hall ticket is no longer valid. The new one comes here by itself.`,
  ),
  tone: 'info',
  title: msg`A new hall ticket is being made`,
};

type DescribedApplication = Pick<ApplicationRecord, 'payment_status' | 'version' | 'ticket_version'>;
type Attempts = readonly PaymentAttempt[];

const hasState = (attempts: Attempts, ...states: PaymentAttempt['state'][]): boolean =>
  attempts.some(({ state }) => states.includes(state));

/** Excludes attempts that only started a checkout: the provider knows no payment of them. */
export const isUnknownPayment = ({ state, payment_id }: PaymentAttempt): boolean =>
  state === 'unknown' && payment_id !== null;

export interface KnownPayments {
  /** Of the application's order; undefined while unknown. */
  readonly attempts: Attempts | undefined;
  /** They could not be read; a retry is in progress. */
  readonly failed: boolean;
}

/**
 * Undefined while the payments decide and are being loaded.
 * @param isTicketMade may be newer than the record
 */
export function describeApplication(
  application: DescribedApplication,
  { attempts, failed }: KnownPayments,
  isTicketMade = application.ticket_version === application.version,
): ApplicationState | undefined {
  const { payment_status, ticket_version } = application;
  if (payment_status === 'S') return describePaid(attempts ?? [], isTicketMade, ticket_version !== null);
  if (payment_status === '' && !attempts && !failed) return undefined;
  return describeUnpaid(payment_status, attempts);
}

function describePaid(attempts: Attempts, isTicketMade: boolean, isReissue: boolean): ApplicationState {
  if (attempts.some(({ office }) => office))
    return paidState(
      isTicketMade,
      msg`It was paid more than once. You need not pay again; what becomes of the second payment is said with the payment status.`,
    );
  if (hasState(attempts, 'returning', 'returned'))
    return paidState(
      isTicketMade,
      msg`It was paid more than once. What was too much goes back to you; see the payment status.`,
    );
  if (isTicketMade)
    return paidState(true, msg`Nothing more to do. The hall ticket is ready; it is in the history, too.`);
  if (isReissue) return ticketOutdated;
  return paidState(false, msg`Nothing more to do. The hall ticket comes here by itself.`);
}

function describeUnpaid(
  status: Exclude<ApplicationRecord['payment_status'], 'S'>,
  attempts: Attempts | undefined,
): ApplicationState {
  const known = attempts ?? [];
  if (hasState(known, 'taken')) return captured;
  if (hasState(known, 'held')) return held;
  if (known.some(({ returning_because }) => returning_because === 'claim-lost')) return claimLost;
  const isUnknown = hasState(known, 'unknown');
  if (hasState(known, 'returned') && !isUnknown) return refunded;
  if (status === '' && (!attempts || known.some(isUnknownPayment))) return unknown;
  const state = { '': notPaid, F: failed, C: cancelled }[status];
  return isUnknown ? { ...state, sentences: [...state.sentences, perhapsPaid] } : state;
}
