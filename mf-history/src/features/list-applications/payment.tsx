import type { ApplicationRecord } from '@archaka/contracts';
import { ButtonLink, PayNow, StatusBadge, words } from '@archaka/platform';

/** How the payment stands and, unless it is made, the ways to make it and to see what became of earlier tries. */
export function Payment({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id, number } = application;
  return (
    <div className="stack">
      <StatusBadge status={payment_status} />
      {payment_status !== 'S' && order_id !== '' && (
        <>
          <PayNow orderId={order_id} number={number} />
          <ButtonLink
            to={`/paymentstatus?order_id=${encodeURIComponent(order_id)}`}
            word={words.paymentStatus}
          />
        </>
      )}
      {/* The provider gave no order in time: the form goes on from there. */}
      {payment_status === '' && order_id === '' && (
        <ButtonLink to="/#application-form" word={words.applicationForm} />
      )}
    </div>
  );
}
