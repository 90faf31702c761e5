import { type PublicRoute, type Service, type ServiceContract, toCallPath } from '@archaka/contracts';
import { hashCallShape, listContractVersions } from '@archaka/contracts/check';
import type { RequestHandler, Router } from 'express';
import type { Authenticator } from './auth/authenticator.ts';
import type { ServiceModule } from './context.ts';
import { createApp } from './http/app.ts';
import type { CallHandler } from './http/call-handler.ts';
import { type HttpContext, listMethods, registerCallRoutes } from './http/call-routes.ts';
import { type Drain, type HttpServer, listen } from './http/listen.ts';
import { type Probe, registerHealthRoutes, registerMetricsRoute } from './http/monitoring-routes.ts';
import { registerOpenApiRoute } from './http/openapi.ts';
import { getMaxBody } from './http/read-body.ts';
import type { Log } from './log.ts';
import { toDependencyError } from './persistence/database-errors.ts';

interface PublishedService {
  readonly service: Service;
  readonly version: string;
  readonly handlers: readonly CallHandler[];
  readonly publicRoutes: readonly PublicRoute[];
}

/** The gateway reads its routes from this. Excludes internal calls. */
function createServiceContract({
  service,
  version,
  handlers,
  publicRoutes,
}: PublishedService): ServiceContract {
  const publicHandlers = handlers.filter(({ call }) => call.session !== 'service');
  return {
    service,
    version,
    contracts: listContractVersions(),
    calls: publicHandlers.map((handler) => ({
      name: handler.call.name,
      path: toCallPath(handler.call),
      methods: listMethods(handler),
      session: handler.call.session,
      kind: handler.call.kind,
      digest: hashCallShape(handler.call),
      max_body: getMaxBody(handler.call),
    })),
    routes: publicRoutes.map(({ method, path, session }) => ({ method, path, session })),
  };
}

/** The client's address and Host, which only the gateway may name: `request.ip` is the peer's without it. */
const createForwardedClient =
  ({ isForwarded }: Pick<Authenticator, 'isForwarded'>): RequestHandler =>
  async (request, _response, next) => {
    const { headers } = request;
    if (!(await isForwarded(request).catch(() => false))) {
      delete headers['x-forwarded-for'];
      delete headers['x-forwarded-host'];
    }
    const address = headers['x-forwarded-for'];
    if (address !== undefined) Object.defineProperty(request, 'ip', { value: String(address) });
    next();
  };

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
