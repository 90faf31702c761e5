import path from 'node:path';
import {
  createApp,
  drainFor,
  type HttpServer,
  healthRoutes,
  type Log,
  listen,
  metricsRoute,
  serviceSigner,
} from '@archaka/service-kit/server';
import type { ShellConfig } from './config.ts';
import { publishedDocument } from './docs/published-document.ts';
import { docsRoutes } from './docs/routes.ts';
import { faultRoutes } from './faults/routes.ts';
import { askAuthAt } from './gateway/ask-auth.ts';
import { askEndedBy } from './gateway/ended-sessions.ts';
import { exchangeBy } from './gateway/exchange-session.ts';
import { gateway } from './gateway/gateway.ts';
import { learnRoutes } from './gateway/learnt-routes.ts';
import { publishedKeys } from './gateway/published-keys.ts';
import { readinessProbes } from './gateway/readiness.ts';
import { createSessions } from './gateway/sessions.ts';
import { watchStreams } from './gateway/stream-watch.ts';
import { closeUpstreams, createUpstreams } from './gateway/upstreams.ts';
import { firstScreens } from './pages/first-screens.ts';
import { pageRoutes } from './pages/routes.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { readShellFiles } from './pages/shell-files.ts';
import { openSlices } from './slices/open-slices.ts';
import { sliceRoutes } from './slices/routes.ts';

const dist = path.join(import.meta.dirname, '../dist');

const stopAll = (servers: readonly HttpServer[]) => Promise.all(servers.map((server) => server.stop()));

/** Starts pages, slices and gateway on one port, and the metrics on theirs; gives what stops them. */
export async function startShell({
  config,
  log,
}: {
  config: ShellConfig;
  log: Log;
}): Promise<() => Promise<void>> {
  const { PORTAL_ORIGIN: portal, PAYMENT_HANDLER_URL: paymentHandler, CHECKOUT_ORIGIN: checkout } = config;
  const { TRIAL: trial } = config;
  const upstreams = createUpstreams(config);
  const routes = learnRoutes({ upstreams, log });
  const askAuth = askAuthAt(upstreams.auth, serviceSigner(config.SERVICE_KEY));
  const sessions = createSessions({ exchange: exchangeBy(askAuth) });
  const streams = watchStreams({ askEnded: askEndedBy(askAuth), log });
  const [screens, files, slices] = await Promise.all([
    firstScreens(dist),
    readShellFiles(dist),
    openSlices(config, log),
  ]);
  const drain = drainFor(config.DRAIN_MS);

  const app = createApp({
    log,
    headers: securityHeaders({ portal, paymentHandler, checkout, sliceFiles: config.SLICE_FILES_URL }),
    trustedProxies: config.TRUSTED_PROXIES,
    routes(router) {
      healthRoutes(router, { ...readinessProbes(upstreams, routes), drain: drain.probe });
      router.get('/.well-known/jwks.json', publishedKeys(upstreams));
      faultRoutes(router, { ...slices, portalOrigin: portal, log });
      sliceRoutes(router, { ...slices, lent: files.platform });
      docsRoutes(router, publishedDocument({ upstreams, routes, portalOrigin: portal, log }), { trial });
      router.use(gateway({ routes, sessions, streams, upstreams, portalOrigin: portal }));
      const { application } = upstreams;
      const addresses = { portalOrigin: portal, paymentHandler };
      pageRoutes(router, { dist, files, screens, ...slices, ...addresses, trial, application });
    },
  });
  const metrics = createApp({ log, routes: metricsRoute });
  const servers = await Promise.all([
    listen(app, { port: config.PORT, drain }),
    ...(config.METRICS_PORT === undefined ? [] : [listen(metrics, { port: config.METRICS_PORT, drain })]),
  ]);
  return async () => {
    routes.stop();
    slices.stop();
    streams.stop();
    await stopAll(servers);
    await closeUpstreams(upstreams);
  };
}
