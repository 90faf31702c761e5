import { services } from '@archaka/contracts';
import { processConfig, serverConfig } from '@archaka/service-kit/server';
import * as z from 'zod';

/** The variables of a mocked service. */
export const mockConfig = processConfig.extend({
  ...serverConfig.pick({ HOST: true, PORT: true, PORTAL_ORIGIN: true }).shape,
  SERVICE: z.enum(services),
  EXAM_FILE: z.string(),
});

export type MockConfig = z.infer<typeof mockConfig>;
