import {
  Banner,
  ButtonLink,
  Facts,
  Paragraph,
  PayNow,
  phaseOf,
  Skeleton,
  StatusBadge,
  type User,
  useNotice,
  useUser,
  words,
} from '@archaka/platform';
import { useState } from 'react';
import { useApplicationsQuery, useDraftQuery } from '../../application-api.ts';
import { LoadFailed } from '../../form/load-failed.tsx';
import { useReferenceData } from '../../form/reference-data.ts';
import { useDraftRecovery } from '../../local-draft/use-draft-recovery.ts';
import { formMessages } from '../../messages.ts';
import { useOwnApplications } from '../../use-own-applications.ts';
import { ApplicationForm, type ApplicationFormProps } from './application-form.tsx';
import { WindowClosed } from './window-closed.tsx';

interface ExistingApplicationProps {
  examineYear: string;
  /** The order that the form itself has just led to. */
  currentOrderId: string | undefined;
}

function ExistingApplication({ examineYear, currentOrderId }: ExistingApplicationProps) {
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

interface ApplicationFormLoaderProps extends Omit<ApplicationFormProps, 'number' | 'recovery'> {
  user: User;
  submitted: boolean;
}

function ApplicationFormLoader({ user, submitted, ...form }: ApplicationFormLoaderProps) {
  const recovery = useDraftRecovery({ user, draft: form.draft, submitted });
  if (!recovery) return <Skeleton lines={10} />;
  return <ApplicationForm {...form} number={user.number} recovery={recovery} />;
}

export function Application() {
  const user = useUser();
  const { referenceData, failed, busy, retry } = useReferenceData();
  const draft = useDraftQuery(undefined);
  const applications = useApplicationsQuery(undefined);
  const [orderId, setOrderId] = useState<string>();
  const [isRejected, setRejected] = useState(false);

  const refetchFailed = () => {
    if (failed) retry();
    if (draft.error) void draft.refetch();
  };
  useNotice('signed-in', refetchFailed);

  if (!user) return null;
  if (failed || (draft.error && !draft.data)) {
    return <LoadFailed busy={busy || draft.isFetching} onRetry={refetchFailed} />;
  }
  if (!referenceData || !draft.data || applications.isLoading) return <Skeleton lines={10} />;
  const { examination } = referenceData;
  const savedDraft = draft.data.data?.[0];
  const existing = applications.data?.data?.find(
    ({ examine_year }) => examine_year === examination.examine_year,
  );
  const open = phaseOf(examination) === 'open' && !isRejected;
  return (
    <div className="stack">
      <ExistingApplication examineYear={examination.examine_year} currentOrderId={orderId} />
      {!open && (
        <WindowClosed
          examination={examination}
          readable={savedDraft !== undefined}
          shouldFocus={isRejected}
        />
      )}
      <ApplicationFormLoader
        user={user}
        referenceData={referenceData}
        draft={savedDraft}
        submitted={existing !== undefined && !savedDraft}
        open={open}
        orderId={orderId}
        onOrder={setOrderId}
        onClosed={() => setRejected(true)}
      />
    </div>
  );
}
