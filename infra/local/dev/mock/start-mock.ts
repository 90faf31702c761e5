import * as contracts from '@archaka/contracts';
import {
  authCookies,
  calls,
  type Examination,
  routes,
  type Service,
  services,
  signIn,
  signOut,
} from '@archaka/contracts';
import { type Log, processConfig, runProcess, serverConfig } from '@archaka/service-kit/server';
import {
  type CallHandler,
  createAuthenticator,
  createDrain,
  handleCall,
  loadExamination,
  startHttp,
} from '@archaka/service-kit/stand-in';
import type { Response, Router } from 'express';
import { sample } from 'openapi-sampler';
import * as z from 'zod';
import { applicant, createExamples } from './examples.ts';

/** The variables of a mocked service. */
export const mockConfig = processConfig.extend({
  ...serverConfig.pick({ HOST: true, PORT: true, PORTAL_ORIGIN: true }).shape,
  SERVICE: z.enum(services),
  EXAM_FILE: z.string(),
});

type MockConfig = z.infer<typeof mockConfig>;

const { session: cookie } = authCookies;

/** Accepts any password; only the cookie holds the signed-in user. */
function updateSessionCookie(call: string, response: Response): void {
  if (call === signIn.name) response.cookie(cookie, 'mocked-session', { httpOnly: true, sameSite: 'lax' });
  if (call === signOut.name) response.clearCookie(cookie);
}

/** Data of a mock never changes: the stream of updates stays open without events. */
function createIdleUpdates(router: Router): void {
  router.get(routes.updates.path, (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
  });
}

/** A response of the right shape, generated from its schema, with meaningless values. */
export function generateSample(schema: z.ZodType): unknown {
  const { message: _message, ...response } = Object(sample(z.toJSONSchema(schema) as object));
  return response;
}

/** The calls of a service, each with the mock's response. */
function createMockHandlers(service: Service, examination: Examination): CallHandler[] {
  const examples = createExamples(examination);
  return calls
    .filter((call) => call.service === service)
    .map((call) =>
      handleCall(call, {
        handle: async ({ response }) => {
          updateSessionCookie(call.name, response);
          return examples.get(call) ?? generateSample(call.response.body);
        },
      }),
    );
}

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

if (import.meta.main) await runProcess({ name: 'mock', config: mockConfig, start: startMock });
