import { baseConfig, runService } from '@archaka/service-kit';
import { createCountVisitHandler } from './features/count-visit/count-visit.ts';
import { createVisitRepository } from './persistence/visit-repository.ts';

await runService({
  name: 'svc-sample',
  service: 'sample',
  config: baseConfig,
  publishedEvents: [],
  build: ({ db }) => ({ handlers: [createCountVisitHandler(createVisitRepository(db))] }),
});
