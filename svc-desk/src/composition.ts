import { servePersonalData } from '@archaka/privacy-kit';
import type { ServiceContext, ServiceModule } from '@archaka/service-kit';
import type { Config } from './config.ts';

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { handlers, jobs } = await servePersonalData('desk', context, { retained: [] });
  return { handlers, jobs };
}
