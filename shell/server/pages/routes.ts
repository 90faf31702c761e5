import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readSessionId } from '@archaka/contracts';
import type { Request, Response, Router } from 'express';
import type { Pool } from 'undici';
import { sendContent, sendImmutableFile } from '../content.ts';
import type { VisitorRegistry } from '../slices/resolved-registry.ts';
import { createExaminationCache } from './examination-cache.ts';
import { createPageCache } from './page-cache.ts';
import type { ServerRenderer, ShellFiles } from './shell-build.ts';

interface PageRouteOptions {
  readonly dist: string;
  readonly renderer: ServerRenderer;
  readonly files: ShellFiles;
  readonly selectSlices: (request: Request, response: Response) => VisitorRegistry;
  readonly portalOrigin: string;
  readonly paymentHandler: string;
  readonly trial: boolean;
  readonly serviceWorker: boolean;
  readonly application: Pool;
}

export function registerPageRoutes(
  router: Router,
  { dist, application, selectSlices, portalOrigin, ...cacheOptions }: PageRouteOptions,
): void {
  const getPage = createPageCache({ ...cacheOptions, examination: createExaminationCache(application) });
  const read = (name: string) => readFile(path.join(dist, name)).catch(() => undefined);

  router.get('/assets/:file', async (request, response, next) => {
    if (!(await sendImmutableFile(request, response, { name: request.params.file, read }))) next();
  });
  // Browsers request it for pages without an icon: the API documentation and error pages.
  router.get('/favicon.ico', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=86400').redirect(`/assets/${cacheOptions.files.icon}`);
  });
  router.get('/{*page}', async (request, response) => {
    const own = findOwnAddress(request, portalOrigin);
    if (own !== undefined) return response.redirect(307, own);
    const cookies = request.headers.cookie ?? '';
    const signedIn = readSessionId(cookies, portalOrigin) !== undefined;
    const slices = selectSlices(request, response);
    const page = await getPage({ path: request.path, signedIn, cookies, slices });
    response.status(page.status).set('Content-Language', page.language).vary('Accept-Encoding, Cookie');
    await sendContent(request, response, page.content);
  });
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The page's address at the portal's origin when the request names this machine otherwise: calls from there are refused. */
function findOwnAddress({ headers, originalUrl }: Request, portalOrigin: string): string | undefined {
  const own = new URL(portalOrigin);
  const url = `${own.protocol}//${headers.host}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  const isOther = hostname !== own.hostname && port === own.port;
  return isOther && LOOPBACK.test(hostname) && LOOPBACK.test(own.hostname)
    ? own.origin + originalUrl
    : undefined;
}
