import { phaseOf, Skeleton, useNotice, useUser } from '@archaka/platform';
import { useState } from 'react';
import { useApplicationsQuery, useDraftQuery } from '../../application-api.ts';
import { useFormSetting } from '../../form/form-setting.ts';
import { LoadFailed } from '../../form/load-failed.tsx';
import { OpenedApplication } from './opened-application.tsx';
import { StandingApplication } from './standing-application.tsx';
import { WindowClosed } from './window-closed.tsx';

/** The application form of the home page, for a signed-in applicant. */
export function Application() {
  const user = useUser();
  const { setting, failed, busy, retry } = useFormSetting();
  const draft = useDraftQuery(undefined);
  const applications = useApplicationsQuery(undefined);
  const [orderId, setOrderId] = useState<string>();
  const [refused, setRefused] = useState(false);

  const readAgain = () => {
    if (failed) retry();
    if (draft.error) void draft.refetch();
  };
  useNotice('signed-in', readAgain);

  if (!user) return null;
  if (failed || (draft.error && !draft.data)) {
    return <LoadFailed busy={busy || draft.isFetching} onRetry={readAgain} />;
  }
  if (!setting || !draft.data || applications.isLoading) return <Skeleton lines={10} />;
  const { examination } = setting;
  const saved = draft.data.data?.[0];
  const standing = applications.data?.data?.find(
    ({ examine_year }) => examine_year === examination.examine_year,
  );
  const open = phaseOf(examination) === 'open' && !refused;
  return (
    <div className="stack">
      <StandingApplication examineYear={examination.examine_year} besides={orderId} />
      {!open && (
        <WindowClosed examination={examination} readable={saved !== undefined} takesFocus={refused} />
      )}
      <OpenedApplication
        user={user}
        setting={setting}
        draft={saved}
        submitted={standing !== undefined && !saved}
        open={open}
        orderId={orderId}
        onOrder={setOrderId}
        onClosed={() => setRefused(true)}
      />
    </div>
  );
}
