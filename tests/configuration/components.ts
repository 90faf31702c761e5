import { COMPONENTS, type ServiceName } from '@archaka/test-kit';
import type * as z from 'zod';
import { shellConfig } from '../../shell/server/config.ts';

async function loadSchema(name: ServiceName): Promise<[ServiceName, z.ZodType]> {
  if (name === 'shell') return [name, shellConfig];
  const { config } = await import(`../../${name}/src/config.ts`);
  return [name, config];
}

/** The schema of each deployed component's environment. svc-application's includes the payment request handler's. */
export const components: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  await Promise.all(COMPONENTS.map(loadSchema)),
);
