import { servePersonalData } from '@archaka/privacy-kit';
import type { ServiceContext, ServiceModule } from '@archaka/service-kit';
import type { Config } from './config.ts';
import { createCountVisitHandler } from './features/count-visit/count-visit.ts';
import { createVisitRepository } from './persistence/visit-repository.ts';

/** Wires svc-desk together. */
export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const visits = createVisitRepository(context.db);
  const { handlers, jobs } = await servePersonalData('desk', context, { retained: [] });

  return { handlers: [createCountVisitHandler(visits), ...handlers], jobs };
}
