import { phaseOf, Skeleton, useNotice, useUser } from '@archaka/platform';
import { useState } from 'react';
import { useApplicationsQuery, useDraftQuery } from '../../application-api.ts';
import { LoadFailed } from '../../form/load-failed.tsx';
import { useReferenceData } from '../../form/reference-data.ts';
import { ApplicationFormLoader } from './application-form-loader.tsx';
import { ExistingApplication } from './existing-application.tsx';
import { WindowClosed } from './window-closed.tsx';

/** The application form of the home page, for a signed-in applicant. */
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
