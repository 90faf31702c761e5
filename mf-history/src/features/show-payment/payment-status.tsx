import { ButtonLink, Skeleton, skipToken, useSearchParams, words } from '@archaka/platform';
import { useState } from 'react';
import { usePaymentStatusQuery } from '../../history-api.ts';
import { useFresh } from '../../use-fresh.ts';
import { isNotOwn, NoReceipt } from './no-receipt.tsx';
import { Receipt } from './receipt.tsx';

/** In case that the server's own notices do not get through, until the fee has arrived. */
const ASK_AGAIN_MS = 5000;

/** Where the checkout sends the applicant back to: the order's applications as receipts. */
export function PaymentStatus() {
  const [parameters] = useSearchParams();
  const order_id = parameters.get('order_id');
  const [askMs, setAskMs] = useState(ASK_AGAIN_MS);
  const { data, error, isFetching, refetch } = usePaymentStatusQuery(order_id ? { order_id } : skipToken, {
    pollingInterval: askMs,
    skipPollingIfUnfocused: true,
  });
  useFresh(() => order_id && refetch());

  const applications = data?.data ?? [];
  const failure = error && 'kind' in error ? error.kind : undefined;
  const isSettled =
    applications.length > 0 && applications.every(({ payment_status }) => payment_status === 'S');
  const wantedMs = isSettled || isNotOwn(failure) ? 0 : ASK_AGAIN_MS;
  if (askMs !== wantedMs) setAskMs(wantedMs);

  return (
    <div className="stack column">
      {applications.map((application) => (
        <Receipt key={application.application_id} application={application} askMs={wantedMs} />
      ))}
      {applications.length === 0 &&
        (isFetching && !error ? (
          <Skeleton lines={6} />
        ) : (
          <NoReceipt orderId={order_id} failure={failure} onRetry={refetch} />
        ))}
      <div className="row">
        <ButtonLink to="/" word={words.goToWebsite} tone="main" />
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
    </div>
  );
}
