import { registerGauges } from '@archaka/service-kit';
import type { TicketJobRepository } from '../../persistence/ticket-job-repository.ts';

export function registerBacklogMetrics(jobs: TicketJobRepository): void {
  registerGauges(
    {
      tickets_waiting: 'Tickets that are wanted and not made yet',
      tickets_oldest_seconds: 'How long the one that waits longest is wanted and not parked',
      tickets_parked: 'Those that are parked after repeated failures',
    },
    async () => {
      const { waiting, oldestSeconds, parked } = await jobs.readBacklog();
      return { tickets_waiting: waiting, tickets_oldest_seconds: oldestSeconds, tickets_parked: parked };
    },
  );
}
