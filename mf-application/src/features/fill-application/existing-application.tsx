import { Banner, ButtonLink, Facts, Paragraph, PayNow, StatusBadge, words } from '@archaka/platform';
import { formMessages } from '../../messages.ts';
import { useOwnApplications } from '../../use-own-applications.ts';

interface ExistingApplicationProps {
  examineYear: string;
  /** The order that the form itself has just led to. */
  currentOrderId: string | undefined;
}

/** Says, above the form, that the applicant has an application this year already. */
export function ExistingApplication({ examineYear, currentOrderId }: ExistingApplicationProps) {
  const application = useOwnApplications().find(({ examine_year }) => examine_year === examineYear);
  if (!application || application.order_id === currentOrderId) return null;
  const { application_id, payment_status, order_id, number } = application;
  const paid = payment_status === 'S';
  return (
    <Banner tone={paid ? 'success' : 'warning'} title={formMessages.alreadyApplied}>
      <Facts
        facts={[
          { label: words.applicationId, value: application_id },
          { label: words.paymentStatus, value: <StatusBadge status={payment_status} /> },
        ]}
      />
      <Paragraph word={paid ? formMessages.paid : formMessages.stillUnpaid} />
      <div className="row">
        {!paid && order_id !== '' && <PayNow orderId={order_id} number={number} />}
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
    </Banner>
  );
}
