import type { PaymentAttempt } from '@archaka/contracts/calls';
import { Bilingual, dateText, dateTimeText, Facts, Paragraph, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { describeAttempt, formatPaise, toAttemptTitle, toMethodLabel } from './attempt-messages.ts';
import { EvidenceList } from './evidence-list.tsx';

const labels = {
  amount: msg`Amount`,
  method: msg`Paid by`,
  bankReference: msg`Bank reference`,
  paymentId: msg`Payment ID`,
  refundBy: msg`Money back by`,
  lastChecked: msg`Last asked`,
} as const satisfies Record<string, Word>;

export function AttemptItem({ attempt }: { attempt: PaymentAttempt }) {
  return (
    <li className="attempt stack">
      <h4>
        <Bilingual word={toAttemptTitle(attempt)} />
      </h4>
      <Paragraph word={describeAttempt(attempt)} />
      <Facts facts={toFacts(attempt)} />
      <EvidenceList evidence={attempt.evidence} />
    </li>
  );
}

function toFacts(attempt: PaymentAttempt) {
  const { amount, method, bank_reference, payment_id, returning_by, last_checked } = attempt;
  return [
    { label: labels.amount, value: payment_id && formatPaise(amount) },
    { label: labels.method, value: method && <Bilingual word={toMethodLabel(method)} /> },
    { label: labels.bankReference, value: bank_reference },
    { label: labels.paymentId, value: payment_id },
    { label: labels.refundBy, value: returning_by && dateText(returning_by) },
    { label: labels.lastChecked, value: last_checked && dateTimeText(last_checked) },
  ].filter(({ value }) => value);
}
