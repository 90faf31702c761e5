import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config } from './config.ts';

await runService({
  service: 'ticket',
  config,
  build: createServiceModule,
});
