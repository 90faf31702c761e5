import { erasureRequested } from '@archaka/contracts';
import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config } from './config.ts';

await runService({
  name: 'svc-auth',
  service: 'auth',
  config,
  publishedEvents: [erasureRequested],
  build: createServiceModule,
});
