import type { IncomingMessage, ServerResponse } from 'node:http';
import { dependencyUnavailable, notFound, wrongMethod } from '@archaka/service-kit/server';
import type { RequestHandler, Router } from 'express';
import type { DiscoveredRoutes } from './route-discovery.ts';
import { toAudience } from './upstreams.ts';

/** Answers a request that failed before its response began. */
export type Failed = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/** Express's error handler answers failures of the gateway, so that all problems look alike. */
export function createFailures() {
  const errors = new WeakMap<IncomingMessage, unknown>();
  return {
    add: (request: IncomingMessage, error: unknown) => void errors.set(request, error),
    register: (router: Router) =>
      void router.use((request, _response, next) => {
        if (errors.has(request)) throw errors.get(request);
        next();
      }),
  };
}

/** Handles addresses that no service publishes, unless the address may be a page's. */
export const createUnroutedHandler =
  (routes: DiscoveredRoutes): RequestHandler =>
  ({ path }, _response, next) => {
    const methods = routes.table().listMethods(path);
    if (methods.length > 0) throw wrongMethod(methods);
    if (!/^\/(api|internal)(\/|$)/.test(path)) return next();
    const [unknownService] = routes.unknownServices();
    throw unknownService ? dependencyUnavailable(toAudience(unknownService)) : notFound();
  };
