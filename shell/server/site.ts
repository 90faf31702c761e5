import {
  type AppOptions,
  createApp,
  type Drain,
  type Log,
  registerHealthRoutes,
} from '@archaka/service-kit/server';
import type { Express } from 'express';
import type { ShellConfig } from './config.ts';
import { createDocumentCache } from './docs/openapi.ts';
import { registerDocsRoutes } from './docs/routes.ts';
import {
  createFailures,
  createReadinessProbes,
  createUnroutedHandler,
  type DiscoveredRoutes,
  type Failed,
} from './gateway/routes.ts';
import { createJwksHandler, type Upstreams } from './gateway/upstreams.ts';
import { registerPageRoutes } from './pages/routes.ts';
import type { ServerRenderer, ShellFiles } from './pages/shell-build.ts';
import { registerServiceWorkerRoute } from './service-worker/routes.ts';
import { registerSliceErrorRoutes } from './slice-errors/routes.ts';
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

interface Site {
  readonly app: Express;
  readonly failed: Failed;
}

/** What the shell itself answers: pages, slices, API documents, and requests that the gateway failed. */
export function createSite({ config, dist, renderer, files, slices, ...options }: SiteOptions): Site {
  const { upstreams, routes, drain, headers, log } = options;
  const { PORTAL_ORIGIN: portalOrigin, PAYMENT_HANDLER_URL: paymentHandler, TRIAL: trial } = config;
  const serviceWorker = config.SERVICE_WORKER === 'on';
  const failures = createFailures();

  const app = createApp({
    log,
    headers,
    trustedProxies: config.TRUSTED_PROXIES,
    routes(router) {
      failures.register(router);
      registerHealthRoutes(router, { ...createReadinessProbes(upstreams, routes), drain: drain.probe });
      registerServiceWorkerRoute(router, { dist, serviceWorker, sliceFiles: config.SLICE_FILES_URL });
      router.get('/.well-known/jwks.json', createJwksHandler(upstreams));
      registerSliceErrorRoutes(router, { ...slices, portalOrigin, log });
      registerSliceRoutes(router, { ...slices, sharedExports: files.platform });
      registerDocsRoutes(router, createDocumentCache({ upstreams, routes, portalOrigin, log }), { trial });
      router.use(createUnroutedHandler(routes));
      const { application } = upstreams;
      const pageOptions = { portalOrigin, paymentHandler, trial, serviceWorker };
      registerPageRoutes(router, { dist, files, renderer, ...slices, ...pageOptions, application });
    },
  });
  return {
    app,
    failed(request, response, error) {
      failures.add(request, error);
      app(request, response);
    },
  };
}
