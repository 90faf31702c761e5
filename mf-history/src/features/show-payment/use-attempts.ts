import type { PaymentAttempt } from '@archaka/contracts';
import { skipToken } from '@archaka/platform';
import { useAttemptsQuery } from '../../history-api.ts';
import { useFresh } from '../../use-fresh.ts';

export interface KnownAttempts {
  /** Undefined while not known. */
  readonly attempts: readonly PaymentAttempt[] | undefined;
  /** They could not be read, and are asked for again. */
  readonly failed: boolean;
}

/**
 * The payments of an order, read again when there is news.
 * @param pollMs how often they are read without news, too; 0: never
 */
export function useAttempts(order_id: string, pollMs = 0): KnownAttempts {
  const { data, error, refetch } = useAttemptsQuery(
    order_id === '' ? skipToken : { order_id, details: true },
    {
      pollingInterval: pollMs,
      skipPollingIfUnfocused: true,
    },
  );
  useFresh(() => order_id !== '' && refetch());
  return { attempts: data?.data, failed: !data && error !== undefined };
}
