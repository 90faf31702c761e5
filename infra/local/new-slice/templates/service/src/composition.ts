import type { ServiceContext, ServiceModule } from '@archaka/service-kit';
import type { Config } from './config.ts';
import { createCountVisitHandler } from './features/count-visit/count-visit.ts';
import { createVisitRepository } from './persistence/visit-repository.ts';

/** Wires svc-sample together. */
export function createServiceModule({ db }: ServiceContext<Config>): ServiceModule {
  const visits = createVisitRepository(db);

  return { handlers: [createCountVisitHandler(visits)] };
}
