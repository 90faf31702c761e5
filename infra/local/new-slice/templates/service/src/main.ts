import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config } from './config.ts';

await runService({
  service: 'sample',
  config,
  build: createServiceModule,
});
