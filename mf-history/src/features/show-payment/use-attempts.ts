import type { PaymentAttempt } from '@archaka/contracts';
import { skipToken, useRefetchOnUpdate } from '@archaka/platform';
import { useAttemptsQuery } from '../../history-api.ts';

export interface AttemptsResult {
  /** Undefined while not known. */
  readonly attempts: readonly PaymentAttempt[] | undefined;
  /** They could not be read, and are asked for again. */
  readonly failed: boolean;
}

/**
 * The payments of an order, read again when there is news.
 * @param pollMs how often they are read without news, too; 0: never
 */
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
