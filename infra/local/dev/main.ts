import path from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';
import * as z from 'zod';
import { createFaultRoutes } from './describe-fault.ts';
import { UpstreamPortal } from './upstream-portal.ts';
import { type BuildResult, type WatchedBuild, watchBuild } from './watch-build.ts';

interface DevProxyOptions {
  readonly portal: UpstreamPortal;
  readonly shell: WatchedBuild;
  readonly slices: readonly WatchedBuild[];
}

const browserScripts = path.join(import.meta.dirname, 'browser');

/** Proxy of a portal: forwards its pages, calls and slices, and serves the slices under development itself. */
function createDevProxy({ portal, shell, slices }: DevProxyOptions): Express {
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

const address = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url));

const configuration = z.object({
  PORT: z.coerce.number().int(),
  /** The portal whose pages, calls and other slices are shown. */
  PORTAL_URL: address,
  /** The portal's public origin: its services reject requests from other sites. */
  PORTAL_ORIGIN: address,
  /** Folders of the remotes under development, as JSON. */
  SLICES: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  /** Folder of the shell's sources. */
  SHELL_SOURCES: z.string(),
  /** Folder of builds and their caches. */
  BUILDS: z.string(),
});

const { PORT, PORTAL_URL, PORTAL_ORIGIN, SLICES, SHELL_SOURCES, BUILDS } = configuration.parse(process.env);

const [shell, ...slices] = await Promise.all(
  [SHELL_SOURCES, ...SLICES].map((folder) => watchBuild(folder, BUILDS)),
);
if (!shell) throw new Error('The shell is missing');
for (const build of [shell, ...slices]) build.events.on('built', (built) => printResult(build, built));

const portal = new UpstreamPortal({ url: PORTAL_URL, origin: PORTAL_ORIGIN, shell, slices });
const app = createDevProxy({ portal, shell, slices });
const server = app.listen(PORT, '127.0.0.1', async (error) => {
  if (error) throw error;
  await Promise.all([shell, ...slices].map(({ latest }) => latest()));
  const names = SLICES.map((folder) => path.basename(folder)).join(', ') || 'the shell';
  console.log(`In development: ${names}, at http://localhost:${PORT}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.close();
    server.closeAllConnections();
    // Closing a build writes its cache.
    await Promise.all([shell, ...slices].map(({ close }) => close()));
    process.exit();
  });
}

function printResult({ name }: WatchedBuild, { ms, errors }: { ms: number; errors?: string }): void {
  if (errors) console.error(`${name}: ${errors}`);
  else console.log(`${name}: built in ${ms} ms`);
}
