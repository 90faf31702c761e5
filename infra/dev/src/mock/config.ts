import { services } from '@archaka/contracts';
import { serverConfig } from '@archaka/service-kit/server';
import * as z from 'zod';

/** The variables of a mocked service. */
export const mockConfig = serverConfig
  .pick({ LOG_LEVEL: true, DRAIN_MS: true, PORT: true, PORTAL_ORIGIN: true })
  .extend({ SERVICE: z.enum(services), EXAM_FILE: z.string() });

export type MockConfig = z.infer<typeof mockConfig>;
