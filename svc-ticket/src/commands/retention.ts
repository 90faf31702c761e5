import { masterKeyVariables, openPersonalData, retentionConfig, runRetention } from '@archaka/service-kit';
import { createRetainedData } from '../features/delete-overdue-data/retained-data.ts';
import { createAllotmentRepository } from '../persistence/allotment-repository.ts';
import { createApplicationRepository } from '../persistence/application-repository.ts';
import { createTicketJobRepository } from '../persistence/ticket-job-repository.ts';
import { createTicketRepository } from '../persistence/ticket-repository.ts';

await runRetention({
  service: 'ticket',
  config: retentionConfig.extend(masterKeyVariables),
  createData: async ({ services, ...context }) => {
    const { db } = context;
    const personal = await openPersonalData('ticket', context);
    return createRetainedData({
      db,
      services,
      applications: createApplicationRepository(db, personal),
      tickets: createTicketRepository(db, personal),
      allotments: createAllotmentRepository(db),
      jobs: createTicketJobRepository(db),
    });
  },
});
