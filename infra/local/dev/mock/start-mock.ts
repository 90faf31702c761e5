import * as contracts from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import { createAuthenticator, createDrain, loadExamination, startHttp } from '@archaka/service-kit/stand-in';
import type { MockConfig } from './config.ts';
import { applicant } from './examples.ts';
import { createMockHandlers } from './mock-handlers.ts';
import { createIdleUpdates } from './updates.ts';

const user = { ...applicant, sid: 'mock' };

/**
 * Starts a mocked service on service-kit, like the real ones, so that rejections, ordered checks and the published
 * contract are the same. Its responses are examples or, without one, generated from the response's schema.
 */
export async function startMock({
  config,
  log,
}: {
  config: MockConfig;
  log: Log;
}): Promise<() => Promise<void>> {
  const { SERVICE: service, HOST: host, PORT: port, PORTAL_ORIGIN: portalOrigin } = config;
  const facts = await loadExamination(config.EXAM_FILE);
  const http = await startHttp({
    service,
    version: 'mock',
    host,
    port,
    log,
    probes: {},
    drain: createDrain(config.DRAIN_MS),
    serviceModule: {
      handlers: createMockHandlers(service, facts),
      ...(service === 'application' && {
        routes: createIdleUpdates,
        publicRoutes: [contracts.routes.updates],
      }),
    },
    context: {
      portalOrigin,
      examination: facts,
      authenticator: {
        ...createAuthenticator({
          verifyUserToken: async () => user,
          verifyServiceToken: async () => ({ caller: 'shell', scope: '' }),
        }),
        // Accepts the tokens of all permitted callers.
        authenticateService: async () => 'shell',
      },
    },
  });
  return () => http.stop();
}
