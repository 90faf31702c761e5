import { masterKeyVariables, openPersonalData, retentionConfig, runRetention } from '@archaka/service-kit';
import { createRetainedData } from '../features/delete-copies.ts';
import { AllotmentRepository } from '../persistence/allotment-repository.ts';
import { ApplicationRepository } from '../persistence/application-repository.ts';
import { TicketJobRepository } from '../persistence/ticket-job-repository.ts';
import { TicketRepository } from '../persistence/ticket-repository.ts';

await runRetention({
  service: 'ticket',
  config: retentionConfig.extend(masterKeyVariables),
  createData: async ({ services, ...context }) => {
    const { db } = context;
    const personal = await openPersonalData('ticket', context);
    return createRetainedData({
      db,
      services,
      applications: new ApplicationRepository(db, personal),
      tickets: new TicketRepository(db, personal),
      allotments: new AllotmentRepository(db),
      jobs: new TicketJobRepository(db),
    });
  },
});
