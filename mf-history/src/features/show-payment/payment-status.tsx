import {
  ButtonLink,
  Skeleton,
  skipToken,
  useRefetchOnUpdate,
  useSearchParams,
  words,
} from '@archaka/platform';
import { useState } from 'react';
import { usePaymentStatusQuery } from '../../history-api.ts';
import { isNotOwn, NoReceipt } from './no-receipt.tsx';
import { toPollIntervalMs } from './poll-interval.ts';
import { Receipt } from './receipt.tsx';

/** The return page of the checkout: the order's applications as receipts. */
export function PaymentStatus() {
  const [parameters] = useSearchParams();
  const orderId = parameters.get('order_id');
  const [pollMs, setPollMs] = useState(toPollIntervalMs(false));
  const { data, error, isFetching, refetch } = usePaymentStatusQuery(
    orderId ? { order_id: orderId } : skipToken,
    {
      pollingInterval: pollMs,
      skipPollingIfUnfocused: true,
    },
  );
  useRefetchOnUpdate(() => orderId && refetch());

  const applications = data?.data ?? [];
  const failure = error && 'kind' in error ? error.kind : undefined;
  const isPaid =
    applications.length > 0 && applications.every(({ payment_status }) => payment_status === 'S');
  const nextPollMs = isNotOwn(failure) ? 0 : toPollIntervalMs(isPaid);
  if (pollMs !== nextPollMs) setPollMs(nextPollMs);

  return (
    <div className="stack column">
      {applications.map((application) => (
        <Receipt key={application.application_id} application={application} />
      ))}
      {applications.length === 0 &&
        (isFetching && !error ? (
          <Skeleton lines={6} />
        ) : (
          <NoReceipt orderId={orderId} failure={failure} busy={isFetching} onRetry={refetch} />
        ))}
      <div className="row screen-only">
        <ButtonLink to="/" word={words.goToWebsite} />
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
    </div>
  );
}
