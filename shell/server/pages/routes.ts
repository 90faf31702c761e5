import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasVersion } from '@archaka/service-kit/server';
import type { Request, Response, Router } from 'express';
import type { Pool } from 'undici';
import { cookiesAt } from '../gateway/cookie.ts';
import type { Shown } from '../slices/offer.ts';
import type { FirstScreens } from './first-screens.ts';
import { hearExamination } from './heard-examination.ts';
import { sendImmutable } from './immutable-files.ts';
import { type MadePage, madePages } from './made-pages.ts';
import type { ShellFiles } from './shell-files.ts';

interface PageRoutes {
  /** Folder of the built browser part. */
  readonly dist: string;
  readonly screens: FirstScreens;
  readonly files: ShellFiles;
  /** The slices as whoever asks gets them. */
  readonly slicesFor: (request: Request, response: Response) => Shown;
  readonly portalOrigin: string;
  readonly paymentHandler: string;
  /** Whether the portal is a trial. */
  readonly trial: boolean;
  /** svc-application. */
  readonly application: Pool;
}

/** The shell's own files, and its page at every address that is nothing else. */
export function pageRoutes(
  router: Router,
  { dist, application, slicesFor, portalOrigin, ...lasting }: PageRoutes,
): void {
  const { sessionIdOf } = cookiesAt(portalOrigin);
  const pageAt = madePages({ ...lasting, examination: hearExamination(application) });
  const read = (name: string) => readFile(path.join(dist, name)).catch(() => undefined);

  router.get('/assets/:file', async (request, response, next) => {
    if (!(await sendImmutable(request, response, { name: request.params.file, read }))) next();
  });
  // Browsers ask for it on pages that name no icon: the documentation of the API, pages of a part that is down.
  router.get('/favicon.ico', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=86400').redirect(`/assets/${lasting.files.icon}`);
  });
  router.get('/{*page}', async (request, response) => {
    const cookies = request.headers.cookie ?? '';
    const signedIn = sessionIdOf(cookies) !== undefined;
    const slices = slicesFor(request, response);
    sendPage(request, response, await pageAt({ path: request.path, signedIn, cookies, slices }));
  });
}

function sendPage(request: Request, response: Response, made: MadePage): void {
  const { status, language, etag, html, brotli } = made;
  const compressed = request.acceptsEncodings('br') === 'br';
  response.status(status).set({
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    ETag: etag,
    Vary: 'Accept-Encoding, Cookie',
    ...(compressed && { 'Content-Encoding': 'br' }),
  });
  if (hasVersion(request, etag)) response.status(304).end();
  else response.end(compressed ? brotli : html);
}
