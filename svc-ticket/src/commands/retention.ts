/**
 * Usage: `npm run retention [-- --dry-run]`, for all services; in svc-ticket's container
 * `node src/commands/retention.ts [--dry-run]`. Exit code 0: done, 1: a kind of data could not be swept, 2: failure.
 */
import { retentionConfig, runRetention } from '@archaka/service-kit';
import { createRetainedData } from '../features/delete-overdue-data/retained-data.ts';
import { createAllotmentRepository } from '../persistence/allotment-repository.ts';
import { createApplicationRepository } from '../persistence/application-repository.ts';
import { createPreviewRepository } from '../persistence/preview-repository.ts';
import { createTicketJobRepository } from '../persistence/ticket-job-repository.ts';
import { createTicketRepository } from '../persistence/ticket-repository.ts';

await runRetention({
  service: 'ticket',
  config: retentionConfig,
  createData: ({ db, services }) =>
    createRetainedData({
      db,
      services,
      applications: createApplicationRepository(db),
      tickets: createTicketRepository(db),
      allotments: createAllotmentRepository(db),
      previews: createPreviewRepository(db),
      jobs: createTicketJobRepository(db),
    }),
});
