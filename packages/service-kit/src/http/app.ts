import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler, Router } from 'express';
import type { HelmetOptions } from 'helmet';
import helmet from 'helmet';
import { notFound } from '../errors.ts';
import type { Log } from '../log.ts';
import { createErrorMiddleware, type ErrorMapper } from './problem.ts';
import { createRequestScope } from './request-scope.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Helmet's headers, computed once: none of the portal's depends on a request. Names are lower-case. */
export function computeSecurityHeaders(options: HelmetOptions): HeaderList {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return [...headers];
}

export interface AppOptions {
  readonly log: Log;
  readonly routes: (router: Router) => void;
  readonly headers?: HelmetOptions;
  /** Proxies whose client address is trusted; by default none. */
  readonly trustedProxies?: readonly string[];
  readonly mapError?: ErrorMapper;
}

const jsonHeaders: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'self'"] },
  },
};

function createHeaderSetter(options: HelmetOptions): RequestHandler {
  const headers = computeSecurityHeaders(options);
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

export function createApp({
  log,
  routes,
  headers = jsonHeaders,
  trustedProxies = [],
  mapError = () => undefined,
}: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', [...trustedProxies]);
  app.use(createRequestScope(log));
  app.use(createHeaderSetter(headers));
  const router = Router();
  routes(router);
  app.use(router);
  app.use(() => {
    throw notFound();
  });
  app.use(createErrorMiddleware(log, mapError));
  return app;
}
