import path from 'node:path';
import {
  computeSecurityHeaders,
  createApp,
  createClientAddressReader,
  createDrain,
  createServiceSigner,
  type Log,
  listen,
  registerMetricsRoute,
  runProcess,
  Sessions,
  type StopPart,
} from '@archaka/service-kit/server';
import { type ShellConfig, shellConfig } from './config.ts';
import { Gateway } from './gateway/gateway.ts';
import { closeUpstreams, createUpstreams, discoverRoutes } from './gateway/routes.ts';
import {
  createAuthClient,
  createEndedSessionQuery,
  createTokenExchange,
  monitorSessions,
} from './gateway/sessions.ts';
import { loadServerRenderer, readShellFiles } from './pages/render-page.ts';
import { createSecurityHeaders } from './pages/routes.ts';
import { createSite } from './site.ts';
import { Slices } from './slices/slices.ts';
import { WaitingRoom } from './waiting-room/waiting-room.ts';

const dist = path.join(import.meta.dirname, '../dist');

async function startShell({ config, log }: { config: ShellConfig; log: Log }) {
  const { PORTAL_ORIGIN: portal, PAYMENT_HANDLER_URL: paymentHandler, CHECKOUT_ORIGIN: checkout } = config;
  const upstreams = createUpstreams(config);
  const routes = discoverRoutes({ upstreams, log });
  const sign = createServiceSigner(config.SERVICE_KEY);
  const authClient = createAuthClient(upstreams.auth, sign);
  const sessions = new Sessions({ exchange: createTokenExchange(authClient) });
  const sessionMonitor = monitorSessions({ findEndedSessions: createEndedSessionQuery(authClient), log });
  const [renderer, files, slices] = await Promise.all([
    loadServerRenderer(dist),
    readShellFiles(dist),
    Slices.open(config, log),
  ]);
  const drain = createDrain(config.DRAIN_MS);
  const sliceFiles = config.SLICE_FILES_URL;
  const headers = createSecurityHeaders({ portal, paymentHandler, checkout, sliceFiles });
  const securityHeaders = computeSecurityHeaders(headers);

  const site = createSite({ config, dist, renderer, files, slices, upstreams, routes, drain, headers, log });
  const { listener: gateway } = new Gateway(
    {
      routes,
      sessions,
      sessionMonitor,
      upstreams,
      portalOrigin: portal,
      log,
      securityHeaders,
      sign,
      getClientAddress: createClientAddressReader(config.TRUSTED_PROXIES),
    },
    { other: site.app, failed: site.failed },
  );
  const { VISITOR_LIMIT: limit, SERVICE_KEY } = config;
  const waitingRoom =
    limit === undefined
      ? undefined
      : new WaitingRoom(
          { limit, secret: SERVICE_KEY.d, portalOrigin: portal, routes, sessions, files, securityHeaders },
          { portal: gateway, failed: site.failed },
        );
  const { HOST: host, PORT, METRICS_PORT } = config;
  const metrics = createApp({ log, routes: registerMetricsRoute });
  const servers = await Promise.all([
    listen(waitingRoom?.listener ?? gateway, { host, port: PORT, drain }),
    ...(METRICS_PORT === undefined ? [] : [listen(metrics, { host, port: METRICS_PORT, drain })]),
  ]);
  return async (stopPart: StopPart): Promise<void> => {
    routes.stop();
    slices.stop();
    sessionMonitor.stop();
    waitingRoom?.stop();
    await stopPart('http', Promise.all(servers.map((server) => server.stop())));
    await stopPart('upstreams', closeUpstreams(upstreams));
  };
}

await runProcess({ name: 'shell', config: shellConfig, start: startShell });
