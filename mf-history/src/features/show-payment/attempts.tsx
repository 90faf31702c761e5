import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import {
  Bilingual,
  dateText,
  dateTimeText,
  Facts,
  Paragraph,
  Sentence,
  Skeleton,
  skipToken,
  useRefetchOnUpdate,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { Fold } from '../../fold.tsx';
import { useAttemptsQuery } from '../../history-api.ts';
import { HelpNumbers } from '../../load-failed.tsx';
import {
  describeAttempt,
  formatPaise,
  isNoteworthy,
  toAttemptTitle,
  toMethodLabel,
} from './attempt-messages.ts';
import { EvidenceList } from './evidence-list.tsx';

export interface AttemptsResult {
  /** Undefined while unknown. */
  readonly attempts: readonly PaymentAttempt[] | undefined;
  /** They could not be read; a retry is in progress. */
  readonly failed: boolean;
}

/** Refetched after notices. @param pollMs interval of polls without notices; 0: never */
export function useAttempts(orderId: string, pollMs = 0): AttemptsResult {
  const query = useAttemptsQuery(orderId === '' ? skipToken : { order_id: orderId, details: true }, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
  });
  useRefetchOnUpdate(query);
  const { data, error } = query;
  return { attempts: data?.data, failed: !data && error !== undefined };
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

interface AttemptsProps {
  application: ApplicationRecord;
  payments: AttemptsResult;
  /** Whether they fold; unfolded when money is in another state than the application's own status suggests. */
  folds?: boolean;
}

export function Attempts({ application, payments: { attempts, failed }, folds = false }: AttemptsProps) {
  const titleId = useId();
  if (failed)
    return (
      <div className="screen-only">
        <PaymentsUnavailable />
        <HelpNumbers of="office" />
      </div>
    );
  if (attempts === undefined && application.order_id !== '') return <Skeleton lines={2} />;
  if (!attempts?.length) return null;
  const section = (
    <section className="stack" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      <ol className="attempts">
        {[...attempts].reverse().map((attempt) => (
          <AttemptItem key={attempt.payment_id} attempt={attempt} />
        ))}
      </ol>
    </section>
  );
  if (!folds) return section;
  return (
    <Fold title={stepByStep} open={attempts.some(isNoteworthy)}>
      {section}
    </Fold>
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
