import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts';
import { ButtonLink, Sentence, words } from '@archaka/platform';
import { stateWord } from '../show-payment/attempt-words.ts';
import { nextStep } from '../show-payment/next-step.ts';
import { PayOrAsk } from '../show-payment/pay-or-ask.tsx';
import { PaymentsNotKnown } from '../show-payment/payments-not-known.tsx';
import { useAttempts } from '../show-payment/use-attempts.ts';

/** Money that stands elsewhere than the application's own status says. */
const isWorthTelling = ({ state, office }: PaymentAttempt): boolean =>
  state !== 'not_taken' && (state !== 'taken' || office !== undefined);

/** What is under way with the money of an application's order, the ways to pay it, and to all that is known of it. */
export function OrderPayments({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id } = application;
  const { attempts, failed } = useAttempts(order_id);
  return (
    <>
      {failed && <PaymentsNotKnown />}
      {attempts?.filter(isWorthTelling).map((attempt) => (
        <p key={attempt.payment_id} className="hint">
          <Sentence word={stateWord(attempt)} />
        </p>
      ))}
      <PayOrAsk application={application} mayPay={nextStep(payment_status, attempts).mayPay} level={2}>
        <ButtonLink
          to={`/paymentstatus?order_id=${encodeURIComponent(order_id)}`}
          word={words.paymentStatus}
        />
      </PayOrAsk>
    </>
  );
}
