import { Skeleton, useNotice, useUser } from '@archaka/platform';
import { useState } from 'react';
import { useDraftQuery } from '../../application-api.ts';
import { useFormSetting } from '../../form/form-setting.ts';
import { LoadFailed } from '../../form/load-failed.tsx';
import { ApplicationForm } from './application-form.tsx';
import { StandingApplication } from './standing-application.tsx';

/** The application form of the home page, for a signed-in applicant. */
export function Application() {
  const user = useUser();
  const { setting, failed, retry } = useFormSetting();
  const draft = useDraftQuery(undefined);
  const [orderId, setOrderId] = useState<string>();

  const readAgain = () => {
    if (failed) retry();
    if (draft.isError) void draft.refetch();
  };
  useNotice('signed-in', readAgain);

  if (!user) return null;
  if (failed || (draft.isError && !draft.data)) return <LoadFailed onRetry={readAgain} />;
  if (!setting || !draft.data) return <Skeleton lines={10} />;
  return (
    <div className="stack">
      <StandingApplication examineYear={setting.examination.examine_year} besides={orderId} />
      <ApplicationForm
        number={user.number}
        setting={setting}
        draft={draft.data.data?.[0]}
        orderId={orderId}
        onOrder={setOrderId}
      />
    </div>
  );
}
