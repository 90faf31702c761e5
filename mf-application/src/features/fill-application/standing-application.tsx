import { Banner, ButtonLink, Facts, Paragraph, PayNow, StatusBadge, words } from '@archaka/platform';
import { useOwnApplications } from '../../own-applications.ts';
import { formWords } from '../../words.ts';

interface StandingApplicationProps {
  examineYear: string;
  /** The order that the form itself has just led to. */
  besides: string | undefined;
}

/** Says, above the form, that the applicant has an application this year already. */
export function StandingApplication({ examineYear, besides }: StandingApplicationProps) {
  const application = useOwnApplications().find(({ examine_year }) => examine_year === examineYear);
  if (!application || application.order_id === besides) return null;
  const { application_id, payment_status, order_id, number } = application;
  const paid = payment_status === 'S';
  return (
    <Banner tone={paid ? 'success' : 'warning'} title={formWords.alreadyApplied}>
      <Facts
        facts={[
          { label: words.applicationId, value: application_id },
          { label: words.paymentStatus, value: <StatusBadge status={payment_status} /> },
        ]}
      />
      <Paragraph word={paid ? formWords.paid : formWords.stillUnpaid} />
      <div className="row">
        {!paid && order_id !== '' && <PayNow orderId={order_id} number={number} />}
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
    </Banner>
  );
}
