import { baseConfig, runService } from '@archaka/service-kit';
import { countVisitHandler } from './features/count-visit/count-visit.ts';
import { visitStore } from './store/visits.ts';

await runService({
  name: 'svc-sample',
  service: 'sample',
  config: baseConfig,
  publishes: [],
  build: ({ db }) => ({ handlers: [countVisitHandler(visitStore(db))] }),
});
