import type { Service } from '@archaka/contracts';
import type { Router } from 'express';
import type { Built } from '../context.ts';
import type { Log } from '../log.ts';
import { metricsRoute } from '../metrics.ts';
import { storeRefusal } from '../store/store-down.ts';
import type { AnswerContext } from './answer-call.ts';
import { createApp } from './app.ts';
import { callRoutes } from './call-routes.ts';
import { contractOf } from './contract.ts';
import type { Drain } from './drain.ts';
import { healthRoutes, type Probe } from './health.ts';
import { type HttpServer, listen } from './listen.ts';
import { openApiRoute } from './openapi/route.ts';

interface ServiceHttp {
  readonly service: Service;
  readonly version: string;
  readonly port: number;
  readonly built: Built;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly context: AnswerContext;
  readonly drain: Drain;
  readonly log: Log;
}

function serviceRoutes(router: Router, { service, version, built, probes, context }: ServiceHttp): void {
  const { handlers, publicRoutes = [], routes } = built;
  const published = { service, version, handlers, publicRoutes };
  const contract = contractOf(published);
  healthRoutes(router, probes);
  metricsRoute(router);
  router.get('/contract', (_request, response) => void response.json(contract));
  openApiRoute(router, published);
  callRoutes(router, handlers, context);
  routes?.(router);
}

/** Listens for a service's calls and routes, and on its further ports. */
export async function startHttp(http: ServiceHttp): Promise<Pick<HttpServer, 'stop'>> {
  const { log, port, built, drain } = http;
  const appOf = (routes: (router: Router) => void) => createApp({ log, routes, translate: storeRefusal });
  const main = appOf((router) => serviceRoutes(router, http));
  const others = (built.listeners ?? []).map(({ port, router: own }) => {
    const app = appOf((router) => void router.use(own));
    return listen(app, { port, drain });
  });
  const servers = await Promise.all([listen(main, { port, drain }), ...others]);
  return {
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
