import type { RemainingData } from '@archaka/contracts';

type ServiceState = 'asked' | 'waiting' | 'done';

/** States in which a service has unsettled data; data that only awaits its date is not unsettled. */
const isWaiting = (remaining: readonly RemainingData[]): boolean =>
  remaining.some(({ because }) => because === 'open-payment' || because === 'application');

export function toServiceState(
  report: { readonly remaining: readonly RemainingData[] } | undefined,
): ServiceState {
  if (!report) return 'asked';
  return isWaiting(report.remaining) ? 'waiting' : 'done';
}
