import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config } from './config.ts';
import { published } from './events/published.ts';

await runService({
  name: 'svc-application',
  service: 'application',
  config,
  publishedEvents: published,
  build: createServiceModule,
});
