import path from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { createChangesHandler } from './changes-handler.ts';
import type { UpstreamPortal } from './upstream-portal.ts';
import type { WatchedBuild } from './watch-build.ts';

interface DevProxyOptions {
  readonly portal: UpstreamPortal;
  readonly shell: WatchedBuild;
  readonly slices: readonly WatchedBuild[];
}

const reactHook = path.join(import.meta.dirname, 'browser/react-hook.js');

/** Stands before a portal: its pages, calls and slices pass through, but what is worked on comes from here. */
export function createDevProxy({ portal, shell, slices }: DevProxyOptions): Express {
  const builds = [shell, ...slices];
  const app = express().disable('x-powered-by');
  app.use(requireLocalHost);
  app.get('/readyz', async (_request, response) => {
    await Promise.all(builds.map(({ latest }) => latest()));
    response.json({});
  });
  app.get('/dev/react-hook.js', (_request, response) => response.sendFile(reactHook));
  app.get('/dev/changes/:name', createChangesHandler(builds));
  app.use('/dev/payment-handler', portal.paymentHandler);
  app.use('/assets', serveFiles(shell));
  for (const slice of slices) app.use(`/slices/${slice.name}/:version`, serveFiles(slice));
  app.get('/slices.json', portal.registry);
  app.use(portal.fallback);
  return app;
}

/** A page of another site must not reach it by a name of its own that leads to this machine. */
const requireLocalHost: RequestHandler = (request, response, next) => {
  if (['localhost', '127.0.0.1'].includes(request.hostname)) next();
  else response.status(403).type('text/plain').send('Dev mode answers at localhost only.\n');
};

/** A build's files, for this moment; what it does not have, the portal may. */
const serveFiles = ({ dist }: WatchedBuild): RequestHandler =>
  express.static(dist, { index: false, redirect: false, cacheControl: false, setHeaders: disableCaching });

const disableCaching = (response: Pick<Response, 'setHeader'>) =>
  response.setHeader('Cache-Control', 'no-store');
