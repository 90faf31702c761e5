import { ticketIssued } from '@archaka/contracts';
import { runService } from '@archaka/service-kit';
import { build } from './build.ts';
import { config } from './config.ts';

await runService({ name: 'svc-ticket', service: 'ticket', config, publishes: [ticketIssued], build });
