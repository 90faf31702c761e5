import path from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';
import type { Build } from './build.ts';
import { changesOf } from './changes.ts';
import type { PortalBehind } from './portal.ts';

interface Front {
  readonly portal: PortalBehind;
  readonly shell: Build;
  readonly slices: readonly Build[];
}

const hook = path.join(import.meta.dirname, 'browser/react-hook.js');

/** Stands before a portal: its pages, calls and slices pass through, but what is worked on comes from here. */
export function frontOf({ portal, shell, slices }: Front): Express {
  const builds = [shell, ...slices];
  const app = express().disable('x-powered-by');
  app.use(forThisMachine);
  app.get('/readyz', async (_request, response) => {
    await Promise.all(builds.map(({ latest }) => latest()));
    response.json({});
  });
  app.get('/dev/react-hook.js', (_request, response) => response.sendFile(hook));
  app.get('/dev/changes/:name', changesOf(builds));
  app.use('/dev/payment-handler', portal.paymentHandler);
  app.use('/assets', filesOf(shell));
  for (const slice of slices) app.use(`/slices/${slice.name}/:version`, filesOf(slice));
  app.get('/slices.json', portal.registry);
  app.use(portal.everythingElse);
  return app;
}

/** A page of another site must not reach it by a name of its own that leads to this machine. */
const forThisMachine: RequestHandler = (request, response, next) => {
  if (['localhost', '127.0.0.1'].includes(request.hostname)) next();
  else response.status(403).type('text/plain').send('Dev mode answers at localhost only.\n');
};

/** A build's files, for this moment; what it does not have, the portal may. */
const filesOf = ({ dist }: Build): RequestHandler =>
  express.static(dist, { index: false, redirect: false, cacheControl: false, setHeaders: forNow });

const forNow = (response: Pick<Response, 'setHeader'>) => response.setHeader('Cache-Control', 'no-store');
