import path from 'node:path';
import {
  computeSecurityHeaders,
  createApp,
  createClientAddressReader,
  createDrain,
  createServiceSigner,
  type HttpServer,
  type Log,
  listen,
  registerHealthRoutes,
  registerMetricsRoute,
  type StopPart,
} from '@archaka/service-kit/server';
import type { ShellConfig } from './config.ts';
import { createDocumentCache } from './docs/document-cache.ts';
import { registerDocsRoutes } from './docs/routes.ts';
import { createAuthClient } from './gateway/auth-client.ts';
import { createGateway } from './gateway/gateway.ts';
import { createJwksHandler } from './gateway/jwks-handler.ts';
import { createReadinessProbes } from './gateway/readiness.ts';
import { discoverRoutes } from './gateway/route-discovery.ts';
import { createEndedSessionQuery, monitorSessions } from './gateway/session-monitor.ts';
import { createSessions, createTokenExchange } from './gateway/sessions.ts';
import { createFailures, createUnroutedHandler, type Failed } from './gateway/unrouted.ts';
import { closeUpstreams, createUpstreams } from './gateway/upstreams.ts';
import { registerPageRoutes } from './pages/routes.ts';
import { createSecurityHeaders } from './pages/security-headers.ts';
import { loadServerRenderer } from './pages/server-renderer.ts';
import { readShellFiles } from './pages/shell-files.ts';
import { registerServiceWorkerRoute } from './service-worker/routes.ts';
import { registerSliceErrorRoutes } from './slice-errors/routes.ts';
import { openSlices } from './slices/open-slices.ts';
import { registerSliceRoutes } from './slices/routes.ts';
import { createWaitingRoom } from './waiting-room/waiting-room.ts';

const dist = path.join(import.meta.dirname, '../dist');

const stopAll = (servers: readonly HttpServer[]) => Promise.all(servers.map((server) => server.stop()));

export async function startShell({
  config,
  log,
}: {
  config: ShellConfig;
  log: Log;
}): Promise<(stopPart: StopPart) => Promise<void>> {
  const { PORTAL_ORIGIN: portal, PAYMENT_HANDLER_URL: paymentHandler, CHECKOUT_ORIGIN: checkout } = config;
  const { TRIAL: trial, SLICE_FILES_URL: sliceFiles } = config;
  const serviceWorker = config.SERVICE_WORKER === 'on';
  const upstreams = createUpstreams(config);
  const routes = discoverRoutes({ upstreams, log });
  const authClient = createAuthClient(upstreams.auth, createServiceSigner(config.SERVICE_KEY));
  const sessions = createSessions({ exchange: createTokenExchange(authClient) });
  const sessionMonitor = monitorSessions({ findEndedSessions: createEndedSessionQuery(authClient), log });
  const [renderer, files, slices] = await Promise.all([
    loadServerRenderer(dist),
    readShellFiles(dist),
    openSlices(config, log),
  ]);
  const drain = createDrain(config.DRAIN_MS);
  const headers = createSecurityHeaders({ portal, paymentHandler, checkout, sliceFiles });
  const failures = createFailures();

  const app = createApp({
    log,
    headers,
    trustedProxies: config.TRUSTED_PROXIES,
    routes(router) {
      failures.register(router);
      registerHealthRoutes(router, { ...createReadinessProbes(upstreams, routes), drain: drain.probe });
      registerServiceWorkerRoute(router, { dist, serviceWorker, sliceFiles });
      router.get('/.well-known/jwks.json', createJwksHandler(upstreams));
      registerSliceErrorRoutes(router, { ...slices, portalOrigin: portal, log });
      registerSliceRoutes(router, { ...slices, sharedExports: files.platform });
      registerDocsRoutes(router, createDocumentCache({ upstreams, routes, portalOrigin: portal, log }), {
        trial,
      });
      router.use(createUnroutedHandler(routes));
      const { application } = upstreams;
      const pageOptions = { portalOrigin: portal, paymentHandler, trial, serviceWorker };
      registerPageRoutes(router, { dist, files, renderer, ...slices, ...pageOptions, application });
    },
  });
  const failed: Failed = (request, response, error) => {
    failures.add(request, error);
    app(request, response);
  };
  const securityHeaders = computeSecurityHeaders(headers);
  const gateway = createGateway(
    {
      ...{ routes, sessions, sessionMonitor, upstreams, portalOrigin: portal, log, securityHeaders },
      getClientAddress: createClientAddressReader(config.TRUSTED_PROXIES),
    },
    { other: app, failed },
  );
  const entrance = config.VISITOR_LIMIT
    ? createWaitingRoom(
        {
          ...{ limit: config.VISITOR_LIMIT, secret: config.SERVICE_KEY.d, portalOrigin: portal },
          ...{ routes, sessions, files, securityHeaders },
        },
        { portal: gateway, failed },
      )
    : { listener: gateway, stop: () => undefined };
  const metrics = createApp({ log, routes: registerMetricsRoute });
  const servers = await Promise.all([
    listen(entrance.listener, { port: config.PORT, drain }),
    ...(config.METRICS_PORT === undefined ? [] : [listen(metrics, { port: config.METRICS_PORT, drain })]),
  ]);
  return async (stopPart) => {
    routes.stop();
    slices.stop();
    sessionMonitor.stop();
    entrance.stop();
    await stopPart('http', stopAll(servers));
    await stopPart('upstreams', closeUpstreams(upstreams));
  };
}
