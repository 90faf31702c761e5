import path from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { createFaultRoutes } from './describe-fault.ts';
import type { UpstreamPortal } from './upstream-portal.ts';
import type { BuildResult, WatchedBuild } from './watch-build.ts';

interface DevProxyOptions {
  readonly portal: UpstreamPortal;
  readonly shell: WatchedBuild;
  readonly slices: readonly WatchedBuild[];
}

const browserScripts = path.join(import.meta.dirname, 'browser');

/** Proxy of a portal: forwards its pages, calls and slices, and serves the slices under development itself. */
export function createDevProxy({ portal, shell, slices }: DevProxyOptions): Express {
  const builds = [shell, ...slices];
  const app = express().disable('x-powered-by');
  app.use(requireLocalHost);
  app.get('/readyz', async (_request, response) => {
    await Promise.all(builds.map(({ latest }) => latest()));
    response.json({});
  });
  app.use('/dev/scripts', express.static(browserScripts, { index: false, redirect: false }));
  app.get('/dev/changes/:name', createChangesHandler(builds));
  app.use(createFaultRoutes(builds));
  app.use('/dev/payment-handler', portal.paymentHandler);
  app.use('/assets', serveFiles(shell));
  for (const slice of slices) app.use(`/slices/${slice.name}/:version`, serveFiles(slice));
  app.get('/slices.json', portal.registry);
  app.use(portal.fallback);
  return app;
}

/** Prevents DNS rebinding: another site's host name may resolve to this machine. */
const requireLocalHost: RequestHandler = (request, response, next) => {
  if (['localhost', '127.0.0.1'].includes(request.hostname)) next();
  else response.status(403).type('text/plain').send('Dev mode responds at localhost only.\n');
};

/** Notifies an open page of each build of the requested bundle; the first event is its current state. */
function createChangesHandler(builds: readonly WatchedBuild[]): RequestHandler<{ name: string }> {
  return async (request, response) => {
    const build = builds.find(({ name }) => name === request.params.name);
    if (!build) return void response.sendStatus(404);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
    const send = (built: BuildResult) => void response.write(toEvent(built));
    build.events.on('built', send);
    response.on('close', () => build.events.off('built', send));
    send(await build.latest());
  };
}

const toEvent = ({ hash, errors }: BuildResult): string =>
  errors ? `event: failed\ndata: ${JSON.stringify(errors)}\n\n` : `event: built\ndata: ${hash}\n\n`;

/** The files of the current build; other files come from the portal. */
const serveFiles = ({ dist }: WatchedBuild): RequestHandler =>
  express.static(dist, { index: false, redirect: false, cacheControl: false, setHeaders: disableCaching });

const disableCaching = (response: Pick<Response, 'setHeader'>) =>
  response.setHeader('Cache-Control', 'no-store');
