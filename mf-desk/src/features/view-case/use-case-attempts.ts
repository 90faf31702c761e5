import type { ApplicationRecord } from '@archaka/contracts/calls';
import { skipToken } from '@archaka/platform';
import { useAttemptsQuery } from '../../desk-api.ts';

/** The attempts to pay the fee of an application, and those of its revaluation once one was requested. */
export const useCaseAttempts = ({
  application_id,
  revaluation,
}: Pick<ApplicationRecord, 'application_id' | 'revaluation'>) => ({
  query: useAttemptsQuery({ application_id }),
  revalued: useAttemptsQuery(revaluation ? { application_id, purpose: 'revaluation' } : skipToken),
});
