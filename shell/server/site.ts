import type { IncomingMessage } from 'node:http';
import { type Service, services } from '@archaka/contracts';
import {
  type AppOptions,
  createApp,
  type Drain,
  dependencyUnavailable,
  type Log,
  notFound,
  registerHealthRoutes,
  wrongMethod,
} from '@archaka/service-kit/server';
import type { Express, RequestHandler } from 'express';
import * as z from 'zod';
import type { ShellConfig } from './config.ts';
import { createDocumentCache } from './docs/openapi.ts';
import { registerDocsRoutes } from './docs/routes.ts';
import { type DiscoveredRoutes, type Failed, toAudience, type Upstreams } from './gateway/routes.ts';
import type { ServerRenderer, ShellFiles } from './pages/render-page.ts';
import { registerPageRoutes, registerServiceWorkerRoute } from './pages/routes.ts';
import { registerSliceRoutes } from './slices/routes.ts';
import type { Slices } from './slices/slices.ts';

interface SiteOptions {
  readonly config: ShellConfig;
  /** Folder of the built shell. */
  readonly dist: string;
  readonly renderer: ServerRenderer;
  readonly files: ShellFiles;
  readonly slices: Slices;
  readonly upstreams: Upstreams;
  readonly routes: DiscoveredRoutes;
  readonly drain: Drain;
  readonly headers: NonNullable<AppOptions['headers']>;
  readonly log: Log;
}

/** What the shell itself answers: pages, slices, API documents, and requests that the gateway failed. */
export function createSite({ config, dist, renderer, files, slices, ...options }: SiteOptions): {
  app: Express;
  failed: Failed;
} {
  const { upstreams, routes, drain, headers, log } = options;
  const { PORTAL_ORIGIN: portalOrigin, PAYMENT_HANDLER_URL: paymentHandler, TRIAL: trial } = config;
  const serviceWorker = config.SERVICE_WORKER === 'on';
  /** Express's error handler answers failures of the gateway, so that all problems look alike. */
  const failures = new WeakMap<IncomingMessage, unknown>();

  const app = createApp({
    log,
    headers,
    trustedProxies: config.TRUSTED_PROXIES,
    routes(router) {
      router.use((request, _response, next) => {
        if (failures.has(request)) throw failures.get(request);
        next();
      });
      registerHealthRoutes(router, { ...createReadinessProbes(upstreams, routes), drain: drain.probe });
      registerServiceWorkerRoute(router, { dist, serviceWorker, sliceFiles: config.SLICE_FILES_URL });
      router.get('/.well-known/jwks.json', createJwksHandler(upstreams));
      registerSliceRoutes(router, { slices, portalOrigin, log, sharedExports: files.platform });
      registerDocsRoutes(router, createDocumentCache({ upstreams, routes, portalOrigin, log }), { trial });
      router.use(createUnroutedHandler(routes));
      const { application } = upstreams;
      const pageOptions = { portalOrigin, paymentHandler, trial, serviceWorker };
      registerPageRoutes(router, { dist, files, renderer, slices, ...pageOptions, application });
    },
  });
  return {
    app,
    failed(request, response, error) {
      failures.set(request, error);
      app(request, response);
    },
  };
}

/** Handles addresses that no service publishes, unless the address may be a page's. */
const createUnroutedHandler =
  (routes: DiscoveredRoutes): RequestHandler =>
  ({ path }, _response, next) => {
    const methods = routes.table().listMethods(path);
    if (methods.length > 0) throw wrongMethod(methods);
    if (!/^\/(api|internal)(\/|$)/.test(path)) return next();
    const [unknownService] = routes.unknownServices();
    throw unknownService ? dependencyUnavailable(toAudience(unknownService)) : notFound();
  };

type Probe = () => Promise<void>;

/** `routes` waits until all services were polled, so that all gateways answer unknown addresses alike. */
function createReadinessProbes(upstreams: Upstreams, routes: DiscoveredRoutes): Record<string, Probe> {
  const createProbe =
    (service: Service): Probe =>
    async () => {
      if (routes.unknownServices().includes(service)) throw new Error('Its contract is not known');
      const { statusCode, body } = await upstreams[service].request({
        method: 'GET',
        path: '/readyz',
        headersTimeout: 2000,
        bodyTimeout: 2000,
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`It responded ${statusCode}`);
    };
  const routesProbe: Probe = async () => {
    if (!routes.hasPolledAll()) throw new Error('Not every service has been polled for its contract');
  };
  const serviceProbes = services.map((service) => [toAudience(service), createProbe(service)]);
  return { routes: routesProbe, ...Object.fromEntries(serviceProbes) };
}

const JWKS_PATH = '/.well-known/jwks.json';
const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });
type Keys = z.infer<typeof keySet>['keys'];

const signers = ['auth', 'ticket'] as const;

/** One set for session tokens and tickets. An unavailable service keeps its last keys. */
function createJwksHandler(upstreams: Upstreams): RequestHandler {
  const cache = new Map<string, Keys>();

  async function getKeys(signer: (typeof signers)[number]): Promise<Keys> {
    const fetched = await fetchKeys(upstreams, signer).catch(() => undefined);
    if (fetched) cache.set(signer, fetched);
    return cache.get(signer) ?? [];
  }

  return async (_request, response) => {
    const keys = (await Promise.all(signers.map(getKeys))).flat();
    if (keys.length === 0) throw dependencyUnavailable('svc-auth');
    response.set('Cache-Control', 'public, max-age=60').json({ keys });
  };
}

async function fetchKeys(upstreams: Upstreams, signer: 'auth' | 'ticket'): Promise<Keys | undefined> {
  const { statusCode, body } = await upstreams[signer].request({
    method: 'GET',
    path: JWKS_PATH,
    headersTimeout: 3000,
  });
  const content: unknown = await body.json();
  return statusCode === 200 ? keySet.parse(content).keys : undefined;
}
