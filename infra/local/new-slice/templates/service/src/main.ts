import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config } from './config.ts';

await runService({
  name: 'svc-sample',
  service: 'sample',
  config,
  publishedEvents: [],
  build: createServiceModule,
});
