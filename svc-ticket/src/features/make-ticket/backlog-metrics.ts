import { registerGauges } from '@archaka/service-kit';
import type { TicketJobRepository } from '../../persistence/ticket-job-repository.ts';

export function registerBacklogMetrics(jobs: TicketJobRepository): void {
  registerGauges(
    {
      tickets_waiting: 'Tickets that are due to be printed',
      tickets_oldest_seconds: 'Age of the oldest due ticket that is not parked',
      tickets_parked: 'Tickets parked after repeated failures',
    },
    async () => {
      const { waiting, oldestSeconds, parked } = await jobs.readBacklog();
      return { tickets_waiting: waiting, tickets_oldest_seconds: oldestSeconds, tickets_parked: parked };
    },
  );
}
