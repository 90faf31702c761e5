import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Build } from './build.ts';
import { changesOf } from './changes.ts';
import { pageInDevelopment, paymentHandlerIn, registryIn, type ShellFiles } from './page.ts';
import { passOn } from './pass-on.ts';
import { type Registry, withBuilds } from './release.ts';

interface Front {
  readonly portalUrl: URL;
  readonly portalOrigin: URL;
  readonly shell: Build;
  readonly slices: readonly Build[];
}

const always = {
  cacheControl: false,
  etag: false,
  lastModified: false,
  redirect: false,
  index: false,
} as const;
const hook = path.join(import.meta.dirname, 'browser/react-hook.js');

/** Stands before a portal: its pages, calls and slices pass through, but what is worked on comes from here. */
export function frontOf({ portalUrl, portalOrigin, shell, slices }: Front): Express {
  let paymentHandler: URL | undefined;

  const asPortal = ({ headers }: Request): Record<string, string> =>
    headers.origin === `http://${headers.host}` ? { origin: portalOrigin.origin } : {};

  const askPortal = (request: Request, response: Response, rewrite?: (text: string) => Promise<string>) => {
    const headers = asPortal(request);
    passOn(request, response, {
      to: portalUrl,
      path: request.originalUrl,
      headers,
      ...(rewrite && { rewrite }),
    });
  };

  async function inDevelopment(html: string): Promise<string> {
    const deployed = registryIn(html);
    if (!deployed) return html;
    const handler = paymentHandlerIn(html);
    if (handler) paymentHandler = new URL(handler);
    const names = slices.map(({ name }) => name);
    return pageInDevelopment({
      html,
      names,
      registry: await withBuilds(deployed, slices),
      shell: await filesOf(shell),
    });
  }

  const app = express().disable('x-powered-by');
  app.use(forThisMachine);
  app.get('/readyz', async (_request, response) => {
    await Promise.all([shell, ...slices].map(({ latest }) => latest()));
    response.json({});
  });
  app.get('/dev/react-hook.js', (_request, response) => response.sendFile(hook, always));
  app.get('/dev/changes/:name', changesOf([shell, ...slices]));
  app.post('/dev/payment-handler/*path', (request, response) => {
    if (!paymentHandler) return void response.sendStatus(404);
    const own = request.originalUrl.replace('/dev/payment-handler', '');
    passOn(request, response, { to: paymentHandler, path: own, headers: asPortal(request) });
  });
  app.use('/assets', express.static(shell.dist, { ...always, setHeaders: unkept }));
  for (const { name, dist } of slices) {
    app.use(`/slices/${name}/:version`, express.static(dist, { ...always, setHeaders: unkept }));
  }
  app.get('/slices.json', (request, response) =>
    askPortal(request, response, async (text) =>
      JSON.stringify(await withBuilds(JSON.parse(text) as Registry, slices)),
    ),
  );
  app.use((request, response) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    askPortal(request, response, isPage ? inDevelopment : undefined);
  });
  return app;
}

/** A page of another site must not reach it by a name of its own that leads to this machine. */
const forThisMachine: RequestHandler = (request, response, next) => {
  if (['localhost', '127.0.0.1'].includes(request.hostname)) next();
  else response.status(403).type('text/plain').send('Dev mode answers at localhost only.\n');
};

const unkept = (response: Pick<Response, 'setHeader'>) => response.setHeader('Cache-Control', 'no-store');

async function filesOf({ dist, latest }: Build): Promise<ShellFiles> {
  await latest();
  return JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8')) as ShellFiles;
}
