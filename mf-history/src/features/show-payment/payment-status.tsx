import { ButtonLink, Skeleton, skipToken, useSearchParams, words } from '@archaka/platform';
import { useState } from 'react';
import { usePaymentStatusQuery } from '../../history-api.ts';
import { useFresh } from '../../use-fresh.ts';
import { askAgainMs } from './ask-again.ts';
import { isNotOwn, NoReceipt } from './no-receipt.tsx';
import { Receipt } from './receipt.tsx';

/** Where the checkout sends the applicant back to: the order's applications as receipts. */
export function PaymentStatus() {
  const [parameters] = useSearchParams();
  const order_id = parameters.get('order_id');
  const [askMs, setAskMs] = useState(askAgainMs(false));
  const { data, error, isFetching, refetch } = usePaymentStatusQuery(order_id ? { order_id } : skipToken, {
    pollingInterval: askMs,
    skipPollingIfUnfocused: true,
  });
  useFresh(() => order_id && refetch());

  const applications = data?.data ?? [];
  const failure = error && 'kind' in error ? error.kind : undefined;
  const isSettled =
    applications.length > 0 && applications.every(({ payment_status }) => payment_status === 'S');
  const wantedMs = isNotOwn(failure) ? 0 : askAgainMs(isSettled);
  if (askMs !== wantedMs) setAskMs(wantedMs);

  return (
    <div className="stack column">
      {applications.map((application) => (
        <Receipt key={application.application_id} application={application} />
      ))}
      {applications.length === 0 &&
        (isFetching && !error ? (
          <Skeleton lines={6} />
        ) : (
          <NoReceipt orderId={order_id} failure={failure} busy={isFetching} onRetry={refetch} />
        ))}
      <div className="row">
        <ButtonLink to="/" word={words.goToWebsite} tone="main" />
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
    </div>
  );
}
