import { services } from '@archaka/contracts';
import { serverConfig } from '@archaka/service-kit/server';
import * as z from 'zod';

/** The variables of a mocked service. */
export const mockConfig = serverConfig
  .pick({
    LOG_LEVEL: true,
    OTEL_EXPORTER_OTLP_ENDPOINT: true,
    TRACE_DIR: true,
    TRACE_SHARE: true,
    PORT: true,
    DRAIN_MS: true,
    PORTAL_ORIGIN: true,
  })
  .extend({ SERVICE: z.enum(services), EXAM_FILE: z.string() });

export type MockConfig = z.infer<typeof mockConfig>;
