import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readSessionId } from '@archaka/contracts';
import { isNotModified } from '@archaka/service-kit/server';
import type { Request, Response, Router } from 'express';
import type { Pool } from 'undici';
import type { VisitorRegistry } from '../slices/resolved-registry.ts';
import { createExaminationCache } from './examination-cache.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import { sendImmutableFile } from './send-immutable-file.ts';
import type { ServerRenderer } from './server-renderer.ts';
import type { ShellFiles } from './shell-files.ts';

interface PageRouteOptions {
  /** Folder of the built browser part. */
  readonly dist: string;
  readonly renderer: ServerRenderer;
  readonly files: ShellFiles;
  /** The slices as whoever asks gets them. */
  readonly selectSlices: (request: Request, response: Response) => VisitorRegistry;
  readonly portalOrigin: string;
  readonly paymentHandler: string;
  /** Whether the portal is a trial. */
  readonly trial: boolean;
  /** svc-application. */
  readonly application: Pool;
}

/** The shell's own files, and its page at every address that is nothing else. */
export function registerPageRoutes(
  router: Router,
  { dist, application, selectSlices, portalOrigin, ...cacheOptions }: PageRouteOptions,
): void {
  const getPage = createPageCache({ ...cacheOptions, examination: createExaminationCache(application) });
  const read = (name: string) => readFile(path.join(dist, name)).catch(() => undefined);

  router.get('/assets/:file', async (request, response, next) => {
    if (!(await sendImmutableFile(request, response, { name: request.params.file, read }))) next();
  });
  // Browsers ask for it on pages that name no icon: the documentation of the API, pages of a part that is down.
  router.get('/favicon.ico', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=86400').redirect(`/assets/${cacheOptions.files.icon}`);
  });
  router.get('/{*page}', async (request, response) => {
    const cookies = request.headers.cookie ?? '';
    const signedIn = readSessionId(cookies, portalOrigin) !== undefined;
    const slices = selectSlices(request, response);
    sendPage(request, response, await getPage({ path: request.path, signedIn, cookies, slices }));
  });
}

function sendPage(request: Request, response: Response, page: RenderedPage): void {
  const { status, language, etag, html, brotli } = page;
  const acceptsBrotli = request.acceptsEncodings('br') === 'br';
  response.status(status).set({
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    ETag: etag,
    Vary: 'Accept-Encoding, Cookie',
    ...(acceptsBrotli && { 'Content-Encoding': 'br' }),
  });
  if (isNotModified(request, etag)) response.status(304).end();
  else response.end(acceptsBrotli ? brotli : html);
}
