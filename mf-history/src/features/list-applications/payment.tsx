import type { ApplicationRecord } from '@archaka/contracts/calls';
import { ButtonLink, Sentence, StatusBadge, words } from '@archaka/platform';
import { describeAttempt, isNoteworthy } from '../show-payment/attempt-messages.ts';
import { PaymentsUnavailable, useAttempts } from '../show-payment/attempts.tsx';
import { chooseNextStep, steps } from '../show-payment/next-step.ts';
import { PaymentActions } from '../show-payment/payment-actions.tsx';

function OrderPayments({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id, ticket_version } = application;
  const { attempts, failed } = useAttempts(order_id);
  // Until its payments are known, most unpaid applications have none.
  const step =
    attempts || failed ? chooseNextStep(payment_status, attempts, ticket_version !== null) : steps.notStarted;
  return (
    <>
      {failed && <PaymentsUnavailable />}
      {attempts?.filter(isNoteworthy).map((attempt) => (
        <p key={attempt.payment_id} className="hint">
          <Sentence word={describeAttempt(attempt)} />
        </p>
      ))}
      <PaymentActions application={application} step={step} level={2}>
        <ButtonLink
          to={`/paymentstatus?order_id=${encodeURIComponent(order_id)}`}
          word={words.paymentStatus}
        />
      </PaymentActions>
    </>
  );
}

export function Payment({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id } = application;
  return (
    <div className={payment_status === 'S' ? 'payment payment-made' : 'payment'}>
      <StatusBadge status={payment_status} />
      <div className="payment-ways stack">
        {order_id !== '' && <OrderPayments application={application} />}
        {/* The provider created svc-payment returned no order in time; the form stays a draft: the form resumes from there. */}
        {payment_status === '' && order_id === '' && (
          <ButtonLink to="/#application-form" word={words.applicationForm} tone="main" />
        )}
      </div>
    </div>
  );
}
