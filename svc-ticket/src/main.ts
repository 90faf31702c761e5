import { ticketIssued, ticketPersonErased } from '@archaka/contracts';
import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config } from './config.ts';

await runService({
  name: 'svc-ticket',
  service: 'ticket',
  config,
  publishedEvents: [ticketIssued, ticketPersonErased],
  build: createServiceModule,
});
