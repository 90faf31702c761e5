import { deskPersonErased, grievanceChanged, scrutinyDecided } from '@archaka/contracts';
import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config } from './config.ts';

await runService({
  name: 'svc-desk',
  service: 'desk',
  config,
  publishedEvents: [deskPersonErased, grievanceChanged, scrutinyDecided],
  build: createServiceModule,
});
