import { Skeleton } from '@archaka/platform';
import { useState } from 'react';
import { LoadFailed } from '../../form/load-failed.tsx';
import { useLazyModule } from '../../use-lazy-module.ts';
import type { SubmittedApplicationProps } from './submitted-application.tsx';

/** Loaded separately, so that the form does not wait for it; a submission preloads it. */
export const loadSubmittedApplication = () =>
  import(/* webpackChunkName: "submitted" */ './submitted-application.tsx');

export function SubmittedStatus(props: SubmittedApplicationProps) {
  const [failed, setFailed] = useState(false);
  const statusModule = useLazyModule(loadSubmittedApplication, {
    enabled: !failed,
    onFailed: () => setFailed(true),
  });
  if (failed) return <LoadFailed busy={false} onRetry={() => setFailed(false)} />;
  return statusModule ? <statusModule.SubmittedApplication {...props} /> : <Skeleton lines={10} />;
}
