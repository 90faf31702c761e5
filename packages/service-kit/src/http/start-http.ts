import type { Service, ServiceContract } from '@archaka/contracts';
import type { Router } from 'express';
import type { ServiceModule } from '../context.ts';
import type { Log } from '../log.ts';
import { toDependencyError } from '../persistence/database-errors.ts';
import { createApp } from './app.ts';
import type { HttpContext } from './call-middleware.ts';
import { registerCallRoutes } from './call-routes.ts';
import { createServiceContract } from './contract.ts';
import type { Drain } from './drain.ts';
import { createForwardedClient } from './forwarded-client.ts';
import { type Probe, registerHealthRoutes } from './health.ts';
import { type HttpServer, listen } from './listen.ts';
import { registerMetricsRoute } from './metrics-route.ts';
import { registerOpenApiRoute } from './openapi/openapi-document.ts';

interface ServiceHttpOptions {
  readonly service: Service;
  readonly version: string;
  readonly host: string;
  readonly port: number;
  readonly serviceModule: ServiceModule;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly context: HttpContext;
  readonly drain: Drain;
  readonly log: Log;
}

function registerServiceRoutes(
  router: Router,
  { service, version, serviceModule, probes, context }: ServiceHttpOptions,
): void {
  const { handlers, publicRoutes = [], routes } = serviceModule;
  const published = { service, version, handlers, publicRoutes };
  registerHealthRoutes(router, probes);
  registerMetricsRoute(router);
  router.use(createForwardedClient(context.authenticator));
  // Hashing the shapes of all calls takes 20 ms, which no start waits for.
  let contract: ServiceContract | undefined;
  router.get('/contract', (_request, response) => {
    contract ??= createServiceContract(published);
    response.json(contract);
  });
  registerOpenApiRoute(router, published);
  registerCallRoutes(router, handlers, context);
  routes?.(router);
}

export async function startHttp(options: ServiceHttpOptions): Promise<Pick<HttpServer, 'stop'>> {
  const { log, host, port, serviceModule, drain } = options;
  const createServiceApp = (routes: (router: Router) => void) =>
    createApp({ log, routes, mapError: toDependencyError });
  const main = createServiceApp((router) => registerServiceRoutes(router, options));
  const others = (serviceModule.listeners ?? []).map(({ port, router: own }) => {
    const app = createServiceApp((router) => void router.use(own));
    return listen(app, { host, port, drain });
  });
  const servers = await Promise.all([listen(main, { host, port, drain }), ...others]);
  return {
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
