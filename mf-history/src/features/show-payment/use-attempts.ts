import type { PaymentAttempt } from '@archaka/contracts/calls';
import { skipToken, useRefetchOnUpdate } from '@archaka/platform';
import { useAttemptsQuery } from '../../history-api.ts';

export interface AttemptsResult {
  /** Undefined while unknown. */
  readonly attempts: readonly PaymentAttempt[] | undefined;
  /** They could not be read; a retry is in progress. */
  readonly failed: boolean;
}

/** Refetched after notices. @param pollMs interval of polls without notices; 0: never */
export function useAttempts(orderId: string, pollMs = 0): AttemptsResult {
  const { data, error, refetch } = useAttemptsQuery(
    orderId === '' ? skipToken : { order_id: orderId, details: true },
    {
      pollingInterval: pollMs,
      skipPollingIfUnfocused: true,
    },
  );
  useRefetchOnUpdate(() => orderId !== '' && refetch());
  return { attempts: data?.data, failed: !data && error !== undefined };
}
