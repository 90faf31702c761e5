import express, { type Express, Router } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { notFound } from '../errors.ts';
import type { Log } from '../log.ts';
import { createErrorMiddleware, type ErrorMapper } from './problem.ts';
import { createRequestScope } from './request-scope.ts';

export interface AppOptions {
  readonly log: Log;
  readonly routes: (router: Router) => void;
  /** Security headers for pages; without it those that suit JSON. */
  readonly headers?: HelmetOptions;
  /** Whose word on a client's address is believed; that of private networks unless given. */
  readonly trustedProxies?: readonly string[];
  /** For errors of libraries that not every part has, such as the store's. */
  readonly mapError?: ErrorMapper;
}

const jsonHeaders: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'self'"] },
  },
};

/** An Express app with request ids, one log line a request, security headers and problem details. */
export function createApp({
  log,
  routes,
  headers = jsonHeaders,
  trustedProxies = ['loopback', 'linklocal', 'uniquelocal'],
  mapError = () => undefined,
}: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies);
  app.use(createRequestScope(log));
  app.use(helmet(headers));
  const router = Router();
  routes(router);
  app.use(router);
  app.use(() => {
    throw notFound();
  });
  app.use(createErrorMiddleware(log, mapError));
  return app;
}
