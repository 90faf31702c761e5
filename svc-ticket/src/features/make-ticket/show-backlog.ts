import { gauges } from '@archaka/service-kit';
import type { Jobs } from '../../store/jobs.ts';
import { FAILURES_BEFORE_PARKING } from './retry.ts';

/** The tickets that wait, at `/metrics`. */
export function showBacklog(jobs: Jobs): void {
  gauges(
    {
      tickets_waiting: 'Tickets that are wanted and not made yet',
      tickets_oldest_seconds: 'How long the one that waits longest is wanted and not parked',
      tickets_parked: 'Those that failed so often that somebody must look',
    },
    async () => {
      const { rows, oldestSeconds, parked } = await jobs.backlog(FAILURES_BEFORE_PARKING);
      return { tickets_waiting: rows, tickets_oldest_seconds: oldestSeconds, tickets_parked: parked };
    },
  );
}
