import type { ApplicationRecord, CaseAttempt } from '@archaka/contracts/calls';
import {
  Button,
  dateTimeText,
  Facts,
  Paragraph,
  rupees,
  Sentence,
  skipToken,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { deskApi } from '../../desk-api.ts';
import { Loading, Section } from '../../desk-section.tsx';
import { PAISE } from '../../labels.ts';

/** The attempts to pay the fee of an application, and those of its revaluation once one was requested. */
export const useCaseAttempts = ({
  application_id,
  revaluation,
}: Pick<ApplicationRecord, 'application_id' | 'revaluation'>) => ({
  query: deskApi.useAttemptsQuery({ application_id }),
  revalued: deskApi.useAttemptsQuery(revaluation ? { application_id, purpose: 'revaluation' } : skipToken),
});

const title: Word = msg`Payments`;
const print: Word = msg`Print the payments`;
const nothing: Word = msg`No payment was begun.`;
const seenBy: Word = msg`How it is known`;

const stateLabels: Readonly<Record<CaseAttempt['state'], Word>> = {
  unknown: msg`Not finished`,
  not_taken: msg`Not paid`,
  held: msg`Held by the bank`,
  taken: msg`Paid`,
  returning: msg`Being returned`,
  returned: msg`Returned`,
};
const sourceLabels: Readonly<Record<CaseAttempt['evidence'][number]['source'], Word>> = {
  checkout: msg`Portal`,
  callback: msg`Browser of the applicant`,
  cancel: msg`Browser of the applicant`,
  webhook: msg`Message of Razorpay`,
  poll: msg`Query to Razorpay`,
  refund: msg`Refund`,
};

/** What is known of each payment and from where, also on paper. */
export function CasePayments({ record }: { record: ApplicationRecord }) {
  const { query, revalued } = useCaseAttempts(record);
  const ofRevaluation = record.revaluation ? revalued.data?.data : [];
  const attempts = ofRevaluation && query.data?.data;
  return (
    <Section title={title} className="case-payments stack">
      {!attempts && <Loading query={query.data ? revalued : query} lines={3} />}
      {attempts && attempts.length + ofRevaluation.length === 0 && <Paragraph word={nothing} />}
      {attempts?.map((attempt) => (
        <Payment key={`${attempt.order_id} ${attempt.opened_at}`} attempt={attempt} label={words.fee} />
      ))}
      {ofRevaluation?.map((attempt) => (
        <Payment
          key={`${attempt.order_id} ${attempt.opened_at}`}
          attempt={attempt}
          label={msg`Fee of the revaluation`}
        />
      ))}
      {attempts && attempts.length + ofRevaluation.length > 0 && (
        <Button word={print} onClick={() => window.print()} />
      )}
    </Section>
  );
}

const Payment = ({ attempt, label }: { attempt: CaseAttempt; label: Word }) => (
  <div className="case-payment">
    <Facts
      facts={[
        { label, value: rupees(attempt.amount / PAISE) },
        { label: words.status, value: <Sentence word={stateLabels[attempt.state]} /> },
        { label: msg`Begun`, value: dateTimeText(attempt.opened_at) },
        { label: msg`Mode`, value: attempt.method ?? '—' },
        { label: words.orderId, value: attempt.order_id },
        { label: msg`Payment`, value: attempt.payment_id ?? '—' },
        { label: msg`Bank reference`, value: attempt.bank_reference ?? '—' },
        { label: seenBy, value: <EvidenceLines evidence={attempt.evidence} /> },
      ]}
    />
  </div>
);

const EvidenceLines = ({ evidence }: Pick<CaseAttempt, 'evidence'>) => (
  <ul className="plain">
    {evidence.map(({ at, source, says }) => (
      <li key={`${at} ${source} ${says}`}>
        {dateTimeText(at)} <Sentence word={sourceLabels[source]} />: <span lang="en">{says}</span>
      </li>
    ))}
  </ul>
);
