import type { ApplicationRecord } from '@archaka/contracts';
import { ButtonLink, StatusBadge, words } from '@archaka/platform';
import { OrderPayments } from './order-payments.tsx';

/** How the payment stands and, unless it is made, the ways to make it. */
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
