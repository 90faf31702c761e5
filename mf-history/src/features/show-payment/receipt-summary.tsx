import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import { Bilingual, dateTimeText, Facts, Icon, rupees, Sentence, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { listFacts } from '../view-application/application-facts.tsx';
import { toMethodLabel } from './attempt-messages.ts';

interface ReceiptSummaryProps {
  /** Its fee is paid. */
  application: ApplicationRecord;
  /** Undefined while unknown. */
  attempts: readonly PaymentAttempt[] | undefined;
}

/** Amount, day, mode and reference, then how the money went. */
export function ReceiptSummary({ application, attempts }: ReceiptSummaryProps) {
  const { amount, transaction_id, application_id, name } = application;
  const payment = attempts?.find(({ payment_id }) => payment_id === transaction_id);
  const paidAt = payment?.evidence.find(({ kind }) => kind === 'captured')?.at;
  const reference = payment?.bank_reference ?? transaction_id;
  return (
    <div className="receipt-summary stack">
      <p className="receipt-amount">{rupees(amount)}</p>
      <Facts
        facts={listFacts([
          { label: words.applicationId, value: application_id },
          { label: words.name, value: name },
          paidAt && { label: msg`Paid on`, value: dateTimeText(paidAt) },
          payment?.method
            ? { label: msg`Paid by`, value: <Bilingual word={toMethodLabel(payment.method)} /> }
            : undefined,
          reference && { label: msg`Reference`, value: reference },
        ])}
      />
      {payment && <Trail {...payment} />}
    </div>
  );
}

interface Step {
  readonly kind: NonNullable<PaymentAttempt['evidence'][number]['kind']>;
  readonly icon: ComponentProps<typeof Icon>['name'];
  readonly word: ComponentProps<typeof Sentence>['word'];
}

const steps: readonly Step[] = [
  { kind: 'checkout-started', icon: 'arrow', word: msg`Payment page` },
  { kind: 'captured', icon: 'check', word: msg`Fee paid` },
  { kind: 'settled', icon: 'bank', word: msg`With the department` },
];

/** The payment's way in one line, as far as it is reported; the details are folded below. */
function Trail({ evidence }: Pick<PaymentAttempt, 'evidence'>) {
  const reached = steps.flatMap((step) => {
    const report = evidence.find(({ kind }) => kind === step.kind);
    return report ? [{ ...step, at: report.at }] : [];
  });
  return (
    <ol className="trail plain screen-only">
      {reached.map(({ kind, icon, word, at }) => (
        <li key={kind}>
          <Icon name={icon} />
          <span>
            <Sentence word={word} />
          </span>
          <time className="hint" dateTime={at}>
            {dateTimeText(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
