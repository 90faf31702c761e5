import {
  type ApplicationRecord,
  type ExaminationResult,
  findLastRevaluationDay,
  isCorrectionOpen,
  isCorrectionRequired,
  isRevaluationOpen,
  type PaymentAttempt,
  type PublicExamination,
  type RecordedDecision,
} from '@archaka/contracts/calls';
import { addCatalogs, dateText, type TwoNames, type Word } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { portalNow } from '../examination/examination.ts';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

/** What an application's state is and what comes next: the same on every page that shows it. */
export interface ApplicationState {
  readonly tone: 'success' | 'info' | 'warning';
  readonly title: Word;
  /** State and next step. */
  readonly sentences: readonly Word[];
  /** Of a correction or a rejection, in the order of the decision. */
  readonly reasons?: readonly Word[];
  /** Milestones of the status card; without them none are shown. */
  readonly reached?: 2 | 3 | 4;
  readonly nextStep: 'pay' | 'wait' | 'call-office' | 'ticket' | 'correct' | 'appeal' | 'memo';
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
/** The examination has scrutiny before tickets. */
const ticketWithheld: ApplicationState = {
  ...paidState(
    false,
    msg`The fee has arrived. The hall ticket comes here by itself once the papers are accepted.`,
  ),
  tone: 'info',
  title: msg`The papers are being checked`,
  nextStep: 'wait',
};
const ticketOutdated: ApplicationState = {
  ...paidState(
    false,
    msg`You edited the application, so the earlier hall ticket is no longer valid. The new one comes here by itself.`,
  ),
  tone: 'info',
  title: msg`A new hall ticket is being made`,
};

type DescribedApplication = Pick<
  ApplicationRecord,
  'payment_status' | 'version' | 'ticket_version' | 'ticket_withheld' | 'scrutiny' | 'result' | 'revaluation'
>;
type Rules = Pick<PublicExamination, 'scrutiny' | 'revaluation'>;
type Attempts = readonly PaymentAttempt[];

const hasState = (attempts: Attempts, ...states: PaymentAttempt['state'][]): boolean =>
  attempts.some(({ state }) => states.includes(state));

/** Excludes attempts that only started a checkout: the provider knows no payment of them. */
export const isUnknownPayment = ({ state, payment_id }: PaymentAttempt): boolean =>
  state === 'unknown' && payment_id !== null;

export interface KnownPayments {
  /** Of the application's order; undefined while unknown. */
  readonly attempts: Attempts | undefined;
  /** Of the order of its revaluation. */
  readonly revaluation?: Attempts | undefined;
  /** They could not be read; a retry is in progress. */
  readonly failed: boolean;
}

/**
 * Undefined while the payments decide and are being loaded.
 * @param isTicketMade may be newer than the record
 * @param examination has the texts of a decision's reasons, and the days of a revaluation
 */
export function describeApplication(
  application: DescribedApplication,
  { attempts, failed, revaluation: revaluationAttempts = [] }: KnownPayments,
  isTicketMade = application.ticket_version === application.version,
  examination?: Rules,
): ApplicationState | undefined {
  const { payment_status, ticket_version, result } = application;
  const decided = describeDecision(application, examination);
  if (decided) return decided;
  if (payment_status === 'S') {
    if (result) {
      const published = describeResult(result, attempts ?? []);
      const revalued = describeRevaluation(application, revaluationAttempts, examination);
      return revalued
        ? { ...published, ...revalued, sentences: [...published.sentences, ...revalued.sentences] }
        : published;
    }
    const isWithheld = application.ticket_withheld === true;
    const paid = describePaid(attempts ?? [], {
      isTicketMade,
      isReissue: ticket_version !== null,
      isWithheld,
    });
    return isCorrected(application) ? { ...paid, sentences: [...paid.sentences, corrected] } : paid;
  }
  if (payment_status === '' && !attempts && !failed) return undefined;
  return describeUnpaid(payment_status, attempts);
}

const corrected: Word = msg`Your correction has arrived and is being checked.`;

/** The last decision required a correction of an earlier version. */
const isCorrected = ({ scrutiny, version }: DescribedApplication): boolean =>
  scrutiny?.verdict === 'correction' && scrutiny.version < version;

/** The reason in both languages and what the clerk wrote; nothing for an unknown reason without a note. */
export function describeReason(
  { id, note }: RecordedDecision['reasons'][number],
  examination: Rules | undefined,
): TwoNames[] {
  const reason = examination?.scrutiny?.reasons.find((listed) => listed.id === id);
  if (!reason) return note === '' ? [] : [{ te: note, en: note }];
  const addNote = (text: string) => (note === '' ? text : `${text}: ${note}`);
  return [{ te: addNote(reason.name_te), en: addNote(reason.name) }];
}

/** A correction that is required or a rejection, of the current version. */
function describeDecision(
  application: DescribedApplication,
  examination: Rules | undefined,
): ApplicationState | undefined {
  const { scrutiny, version } = application;
  if (!scrutiny || scrutiny.version !== version) return undefined;
  const common = {
    tone: 'warning',
    reasons: scrutiny.reasons.flatMap((reason) => describeReason(reason, examination)),
    mayPay: false,
  } as const;
  if (scrutiny.verdict === 'rejected') return { ...common, ...describeRejection(scrutiny) };
  if (!isCorrectionRequired(application)) return undefined;
  const lastDay = dateText(scrutiny.last_day ?? '');
  if (!isCorrectionOpen(application, new Date(portalNow())))
    return {
      ...common,
      title: msg`The time for the correction is over`,
      sentences: [msg`The correction was possible until ${lastDay}. Please call the office.`],
      nextStep: 'call-office',
    };
  return {
    ...common,
    title: msg`A correction is required`,
    sentences: [
      lastDay === ''
        ? msg`Please correct what stands here. Everything else stays as it is.`
        : msg`Please correct what stands here by ${lastDay}. Everything else stays as it is.`,
    ],
    nextStep: 'correct',
  };
}

const rejected: Word = msg`The application was rejected`;

/** One appeal is possible. */
function describeRejection({
  appeal,
}: RecordedDecision): Pick<ApplicationState, 'title' | 'sentences' | 'nextStep'> {
  if (!appeal)
    return {
      title: rejected,
      sentences: [msg`The department rejected it for what stands here. You may appeal once.`],
      nextStep: 'appeal',
    };
  if (appeal.is_answered)
    return {
      title: rejected,
      sentences: [msg`The department has read your appeal and rejects it again. Please call the office.`],
      nextStep: 'call-office',
    };
  const sentOn = dateText(appeal.at);
  return {
    title: msg`Your appeal waits for an answer`,
    sentences: [msg`Sent on ${sentOn}. A senior clerk reads it; the answer comes as an SMS and stands here.`],
    nextStep: 'wait',
  };
}

const outcomes: Readonly<Record<ExaminationResult['outcome'], Word>> = {
  passed: msg`You have passed the examination. The memo has your marks.`,
  failed: msg`Not passed this time. The memo has your marks.`,
};

function describeResult({ outcome }: ExaminationResult, attempts: Attempts): ApplicationState {
  const repeated = describeRepeatedPayment(attempts);
  return {
    tone: outcome === 'passed' ? 'success' : 'info',
    title: msg`The result is published`,
    sentences: [outcomes[outcome], ...(repeated ? [repeated] : [])],
    nextStep: 'memo',
    mayPay: false,
  };
}

type Described = Pick<ApplicationState, 'tone' | 'title' | 'sentences'>;

/** Undefined before a revaluation is requested, and when its time is over unpaid. */
function describeRevaluation(
  { result, revaluation }: DescribedApplication,
  attempts: Attempts,
  examination: Rules | undefined,
): Described | undefined {
  const rules = examination?.revaluation;
  if (!result || !revaluation) return undefined;
  const { state, papers } = revaluation;
  if (state === 'waiting')
    return {
      tone: 'info',
      title: msg`The revaluation is under way`,
      sentences: [
        msg`The fee of the revaluation has arrived. The papers are valued again; the outcome comes as an SMS and stands here.`,
      ],
    };
  if (state === 'complete') {
    const isChanged = papers.some(({ marks, new_marks }) => marks !== new_marks);
    return {
      tone: 'success',
      title: msg`The revaluation is complete`,
      sentences: [
        isChanged
          ? msg`The revaluation has changed the marks.`
          : msg`The revaluation has not changed the marks.`,
      ],
    };
  }
  const pending = findPending(attempts);
  if (pending) return { tone: pending.tone, title: pending.title, sentences: pending.sentences };
  if (!rules || !isRevaluationOpen(result, rules, new Date(portalNow()))) return undefined;
  const lastDay = dateText(findLastRevaluationDay(result, rules));
  return {
    tone: 'warning',
    title: msg`The fee of the revaluation is due`,
    sentences: [
      state === 'returned'
        ? msg`The fee of the revaluation went back to you. You may request it again until ${lastDay}.`
        : msg`The revaluation is requested. Please pay its fee by ${lastDay}.`,
    ],
  };
}

/** A payment whose outcome the portal does not know yet. */
function findPending(attempts: Attempts): ApplicationState | undefined {
  if (hasState(attempts, 'taken')) return captured;
  if (hasState(attempts, 'held')) return held;
  return attempts.some(isUnknownPayment) ? unknown : undefined;
}

function describeRepeatedPayment(attempts: Attempts): Word | undefined {
  if (attempts.some(({ office }) => office))
    return msg`It was paid more than once. You need not pay again; what becomes of the second payment is said with the payment status.`;
  return hasState(attempts, 'returning', 'returned')
    ? msg`It was paid more than once. What was too much goes back to you; see the payment status.`
    : undefined;
}

function describePaid(
  attempts: Attempts,
  { isTicketMade, isReissue, isWithheld }: Record<'isTicketMade' | 'isReissue' | 'isWithheld', boolean>,
): ApplicationState {
  const repeated = describeRepeatedPayment(attempts);
  if (isWithheld)
    return { ...ticketWithheld, sentences: [...ticketWithheld.sentences, ...(repeated ? [repeated] : [])] };
  if (repeated) return paidState(isTicketMade, repeated);
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
