import type { RemainingData } from '@archaka/contracts';

type ServiceState = 'asked' | 'waiting' | 'done';

/** Something has to be settled before a service is done; what only waits for its date is not that. */
const isWaiting = (remaining: readonly RemainingData[]): boolean =>
  remaining.some(({ because }) => because === 'open-payment' || because === 'application');

export function toServiceState(
  report: { readonly remaining: readonly RemainingData[] } | undefined,
): ServiceState {
  if (!report) return 'asked';
  return isWaiting(report.remaining) ? 'waiting' : 'done';
}
