import type { PaymentAttempt } from '@archaka/contracts';
import { skipToken } from '@archaka/platform';
import { useAttemptsQuery } from '../../history-api.ts';
import { useFresh } from '../../use-fresh.ts';

/**
 * The payments of an order, read again when there is news; undefined while not known.
 * @param pollMs how often they are read without news, too; 0: never
 */
export function useAttempts(order_id: string, pollMs = 0): readonly PaymentAttempt[] | undefined {
  const { data, refetch } = useAttemptsQuery(order_id === '' ? skipToken : { order_id, details: true }, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
  });
  useFresh(() => order_id !== '' && refetch());
  return data?.data;
}
