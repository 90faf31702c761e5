import type { RequestListener } from 'node:http';
import path from 'node:path';
import {
  computeSecurityHeaders,
  createApp,
  createClientAddressReader,
  createDrain,
  createServiceSigner,
  createSessions,
  type Drain,
  type HttpServer,
  type Log,
  listen,
  registerMetricsRoute,
  type StopPart,
} from '@archaka/service-kit/server';
import type { ShellConfig } from './config.ts';
import { Gateway } from './gateway/gateway.ts';
import { discoverRoutes } from './gateway/routes.ts';
import {
  createAuthClient,
  createEndedSessionQuery,
  createTokenExchange,
  monitorSessions,
} from './gateway/sessions.ts';
import { closeUpstreams, createUpstreams } from './gateway/upstreams.ts';
import { createSecurityHeaders } from './pages/security-headers.ts';
import { loadServerRenderer, readShellFiles } from './pages/shell-build.ts';
import { createSite } from './site.ts';
import { openSlices } from './slices/slices.ts';
import { WaitingRoom } from './waiting-room/waiting-room.ts';

const dist = path.join(import.meta.dirname, '../dist');

const stopAll = (servers: readonly HttpServer[]) => Promise.all(servers.map((server) => server.stop()));

interface ServerOptions {
  readonly listener: RequestListener;
  readonly drain: Drain;
  readonly log: Log;
}

async function startServers(
  { HOST: host, PORT, METRICS_PORT }: ShellConfig,
  { listener, drain, log }: ServerOptions,
) {
  const metrics = createApp({ log, routes: registerMetricsRoute });
  return Promise.all([
    listen(listener, { host, port: PORT, drain }),
    ...(METRICS_PORT === undefined ? [] : [listen(metrics, { host, port: METRICS_PORT, drain })]),
  ]);
}

export async function startShell({
  config,
  log,
}: {
  config: ShellConfig;
  log: Log;
}): Promise<(stopPart: StopPart) => Promise<void>> {
  const { PORTAL_ORIGIN: portal, PAYMENT_HANDLER_URL: paymentHandler, CHECKOUT_ORIGIN: checkout } = config;
  const upstreams = createUpstreams(config);
  const routes = discoverRoutes({ upstreams, log });
  const sign = createServiceSigner(config.SERVICE_KEY);
  const authClient = createAuthClient(upstreams.auth, sign);
  const sessions = createSessions({ exchange: createTokenExchange(authClient) });
  const sessionMonitor = monitorSessions({ findEndedSessions: createEndedSessionQuery(authClient), log });
  const [renderer, files, slices] = await Promise.all([
    loadServerRenderer(dist),
    readShellFiles(dist),
    openSlices(config, log),
  ]);
  const drain = createDrain(config.DRAIN_MS);
  const sliceFiles = config.SLICE_FILES_URL;
  const headers = createSecurityHeaders({ portal, paymentHandler, checkout, sliceFiles });
  const securityHeaders = computeSecurityHeaders(headers);

  const site = createSite({ config, dist, renderer, files, slices, upstreams, routes, drain, headers, log });
  const { listener: gateway } = new Gateway(
    {
      ...{ routes, sessions, sessionMonitor, upstreams, portalOrigin: portal, log, securityHeaders, sign },
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
  const servers = await startServers(config, { listener: waitingRoom?.listener ?? gateway, drain, log });
  return async (stopPart) => {
    routes.stop();
    slices.stop();
    sessionMonitor.stop();
    waitingRoom?.stop();
    await stopPart('http', stopAll(servers));
    await stopPart('upstreams', closeUpstreams(upstreams));
  };
}
