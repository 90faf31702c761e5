import {
  Banner,
  ButtonLink,
  Paragraph,
  Skeleton,
  skipToken,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { usePaymentStatusQuery } from '../../history-api.ts';
import { useFresh } from '../../use-fresh.ts';
import { Receipt } from './receipt.tsx';

const noSuchOrder: Word = msg`This order is not among your applications`;
const askAgainMs = 5000;

/** Where the checkout sends the applicant back to: the order's applications as receipts. */
export function PaymentStatus() {
  const [parameters] = useSearchParams();
  const order_id = parameters.get('order_id');
  const { data, isLoading, refetch } = usePaymentStatusQuery(order_id ? { order_id } : skipToken, {
    pollingInterval: askAgainMs,
    skipPollingIfUnfocused: true,
  });
  useFresh(() => order_id && refetch());

  if (isLoading) return <Skeleton lines={6} />;
  const applications = data?.data ?? [];
  return (
    <div className="stack">
      {applications.length === 0 && (
        <Banner tone="warning">
          <Paragraph word={noSuchOrder} />
        </Banner>
      )}
      {applications.map((application) => (
        <Receipt key={application.application_id} application={application} />
      ))}
      <div className="row">
        <ButtonLink to="/" word={words.goToWebsite} tone="main" />
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
    </div>
  );
}
