import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts';
import { ButtonLink, Sentence, StatusBadge, words } from '@archaka/platform';
import { describeAttempt } from '../show-payment/attempt-messages.ts';
import { chooseNextStep } from '../show-payment/choose-next-step.ts';
import { PaymentActions } from '../show-payment/payment-actions.tsx';
import { PaymentsUnavailable } from '../show-payment/payments-unavailable.tsx';
import { useAttempts } from '../show-payment/use-attempts.ts';

/** Money that stands elsewhere than the application's own status says. */
const isNoteworthy = ({ state, office }: PaymentAttempt): boolean =>
  state !== 'not_taken' && (state !== 'taken' || office !== undefined);

function OrderPayments({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id } = application;
  const { attempts, failed } = useAttempts(order_id);
  return (
    <>
      {failed && <PaymentsUnavailable />}
      {attempts?.filter(isNoteworthy).map((attempt) => (
        <p key={attempt.payment_id} className="hint">
          <Sentence word={describeAttempt(attempt)} />
        </p>
      ))}
      <PaymentActions
        application={application}
        mayPay={chooseNextStep(payment_status, attempts).mayPay}
        level={2}
      >
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
    <div className="stack">
      <StatusBadge status={payment_status} />
      {order_id !== '' && <OrderPayments application={application} />}
      {/* The provider gave no order in time: the form goes on from there. */}
      {payment_status === '' && order_id === '' && (
        <ButtonLink to="/#application-form" word={words.applicationForm} />
      )}
    </div>
  );
}
