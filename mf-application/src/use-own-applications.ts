import type { ApplicationRecord } from '@archaka/contracts';
import { useNotice } from '@archaka/platform';
import { useApplicationsQuery } from './application-api.ts';

/** The applicant's submitted applications, newest first, read again when anything happens to them. */
export function useOwnApplications(): readonly ApplicationRecord[] {
  const { data, refetch } = useApplicationsQuery(undefined);
  useNotice('application-changed', refetch);
  useNotice('payment-changed', refetch);
  useNotice('updates-connected', refetch);
  return data?.data ?? [];
}
