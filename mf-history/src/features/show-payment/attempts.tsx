import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import {
  Bilingual,
  dateText,
  dateTimeText,
  Facts,
  type KnownPayments,
  Paragraph,
  Sentence,
  Skeleton,
  skipToken,
  textIn,
  useRefetchOnUpdate,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { Fold } from '../../files/print.tsx';
import { historyApi } from '../../history-api.ts';
import { HelpNumbers } from '../../load-failed.tsx';
import {
  describeAttempt,
  formatPaise,
  isNoteworthy,
  toAttemptTitle,
  toMethodLabel,
} from './attempt-messages.ts';

type Evidence = PaymentAttempt['evidence'][number];
type EvidenceKind = NonNullable<Evidence['kind']>;

/** The end of a sentence after its prefix, or a whole one. */
const messages: Readonly<Record<EvidenceKind, Word>> = {
  created: msg`the payment has begun and is not finished.`,
  authorized: msg`your bank has set the money aside, and it is not taken yet.`,
  captured: msg`the payment was taken.`,
  refunded: msg`the money has been given back.`,
  charged_back: msg`your bank has taken the money back.`,
  failed: msg`the payment did not go through.`,
  'failed-upi-id': msg`the payment did not go through, since a typed UPI ID is no longer taken; scan the QR code or open your UPI app instead.`,
  'no-payment': msg`no payment was made.`,
  mismatch: msg`the payment does not match this order, so it was set aside for the office to look at.`,
  'checkout-started': msg`You left for the payment page.`,
  'returned-paid': msg`You came back from the payment page, which said that you had paid.`,
  'returned-failed': msg`You came back from the payment page, which said that the payment had not gone through.`,
  'returned-failed-upi-id': msg`You came back from the payment page, which no longer takes a typed UPI ID; scan the QR code there or open your UPI app.`,
  cancelled: msg`You cancelled on the payment page.`,
  'refund-requested-paid-twice': msg`The fee was paid twice, so we are sending this payment back.`,
  'refund-requested-claim-lost': msg`Another application holds this mobile number, Aadhaar or identity paper, so we are sending this payment back.`,
  'refund-requested-order-replaced': msg`This order was replaced by a newer one, so we are sending this payment back.`,
  'refund-deciding': msg`The office will decide whether this payment goes back to you.`,
  'refund-kept': msg`The office has decided not to send this payment back.`,
  'refund-approved': msg`The office has decided to send this payment back.`,
  'refund-pending': msg`Razorpay is sending the money back to your bank.`,
  'refund-processed': msg`Razorpay has sent the money back to your bank.`,
  'refund-refused': msg`Razorpay could not send the money back, so the office will look at it.`,
  dispute: msg`your bank has asked for the money back.`,
  'dispute-won': msg`your bank has looked into this payment, and it stays as it is.`,
  'dispute-lost': msg`the money went back to your bank, as it had asked.`,
  'dispute-closed': msg`your bank has ended its inquiry about this payment.`,
  settled: msg`Razorpay has passed this payment on to the department.`,
  other: msg`news about this payment.`,
};
const reported: Word = msg`Razorpay reported:`;
const answered: Word = msg`We asked Razorpay:`;
const shown: Word = msg`Razorpay shows:`;

function toPrefix({ source, kind }: Evidence): Word | undefined {
  if (source === 'webhook') return reported;
  if (source === 'poll' && kind !== 'settled') return answered;
  return kind === 'mismatch' || kind === 'no-payment' ? shown : undefined;
}

/** A kind that is newer than this page is shown in the service's English. */
function describeEvidence(evidence: Evidence): Word {
  const { kind, says } = evidence;
  const message = kind && messages[kind];
  if (!message) return { te: says, en: says };
  const prefix = toPrefix(evidence);
  const toText = (language: 'te' | 'en') =>
    [...(prefix ? [prefix] : []), message].map((word) => textIn(language, word)).join(' ');
  return { te: toText('te'), en: toText('en') };
}

const toFact = ({ kind, says }: Evidence): string => kind ?? says;

function EvidenceList({ evidence }: Pick<PaymentAttempt, 'evidence'>) {
  if (evidence.length === 0) return null;
  // Razorpay reports a capture by the payment's webhook, by the order's, and when it is asked.
  const distinct = evidence.filter((entry, index) => {
    const previous = evidence[index - 1];
    return !previous || toFact(entry) !== toFact(previous);
  });
  return (
    <ul className="evidence">
      {distinct.map((entry) => (
        <li key={`${entry.at} ${entry.source} ${entry.says}`}>
          <time className="hint" dateTime={entry.at}>
            {dateTimeText(entry.at)}
          </time>{' '}
          <Sentence word={describeEvidence(entry)} />
        </li>
      ))}
    </ul>
  );
}

function useOrderAttempts(orderId: string, pollMs: number) {
  const query = historyApi.useAttemptsQuery(
    orderId === '' ? skipToken : { order_id: orderId, details: true },
    {
      pollingInterval: pollMs,
      skipPollingIfUnfocused: true,
    },
  );
  useRefetchOnUpdate(query);
  const { data, error } = query;
  return { attempts: data?.data, failed: !data && error !== undefined };
}

/** Refetched after notices. @param pollMs interval of polls without notices; 0: never */
export function useAttempts(
  { order_id, revaluation }: Pick<ApplicationRecord, 'order_id' | 'revaluation'>,
  pollMs = 0,
): KnownPayments {
  const { attempts: revalued } = useOrderAttempts(revaluation?.order_id ?? '', pollMs);
  return { ...useOrderAttempts(order_id, pollMs), revaluation: revalued };
}

const unavailable: Word = msg`The payments of this order cannot be shown now. Nothing is lost; they come back by themselves.`;

/** Shown in place of the payments while svc-payment is unavailable. */
export const PaymentsUnavailable = () => (
  <p className="hint screen-only" role="status">
    <Sentence word={unavailable} />
  </p>
);

const stepByStep: Word = msg`What happened, step by step`;
const title: Word = msg`Payments of this order`;
const revaluationTitle: Word = msg`Payments of the revaluation`;

interface AttemptsProps {
  application: ApplicationRecord;
  payments: KnownPayments;
  /** Whether they fold; unfolded when money is in another state than the application's own status suggests. */
  folds?: boolean;
}

export function Attempts({ application, payments: { attempts, failed }, folds = false }: AttemptsProps) {
  if (failed)
    return (
      <div className="screen-only">
        <PaymentsUnavailable />
        <HelpNumbers of="office" />
      </div>
    );
  if (attempts === undefined && application.order_id !== '') return <Skeleton lines={2} />;
  if (!attempts?.length) return null;
  const section = <AttemptList title={title} attempts={attempts} />;
  if (!folds) return section;
  return (
    <Fold title={stepByStep} open={attempts.some(isNoteworthy)}>
      {section}
    </Fold>
  );
}

/** None before a checkout of the revaluation's order. */
export const RevaluationAttempts = ({ attempts = [] }: { attempts: KnownPayments['revaluation'] }) =>
  attempts.length > 0 && <AttemptList title={revaluationTitle} attempts={attempts} />;

function AttemptList({ title, attempts }: { title: Word; attempts: readonly PaymentAttempt[] }) {
  const titleId = useId();
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      <ol className="attempts plain">
        {[...attempts].reverse().map((attempt) => (
          <AttemptItem key={attempt.payment_id} attempt={attempt} />
        ))}
      </ol>
    </section>
  );
}

const AttemptItem = ({ attempt }: { attempt: PaymentAttempt }) => (
  <li className="attempt stack">
    <h4>
      <Bilingual word={toAttemptTitle(attempt)} />
    </h4>
    <Paragraph word={describeAttempt(attempt)} />
    <Facts facts={toFacts(attempt)} />
    <EvidenceList evidence={attempt.evidence} />
  </li>
);

function toFacts({ amount, method, payment_id, ...attempt }: PaymentAttempt) {
  const { bank_reference, returning_by, last_checked } = attempt;
  return [
    { label: msg`Amount`, value: payment_id && formatPaise(amount) },
    { label: msg`Paid by`, value: method && <Bilingual word={toMethodLabel(method)} /> },
    { label: msg`Bank reference`, value: bank_reference },
    { label: msg`Payment ID`, value: payment_id },
    { label: msg`Money back by`, value: returning_by && dateText(returning_by) },
    { label: msg`Last asked`, value: last_checked && dateTimeText(last_checked) },
  ].filter(({ value }) => value);
}
