import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getExamination, readSessionId, toCallPath } from '@archaka/contracts';
import type { AppOptions } from '@archaka/service-kit/server';
import type { Request, Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'undici';
import { type Content, createContent, sendContent, sendImmutableFile } from '../content.ts';
import type { Slices, VisitorRegistry } from '../slices/slices.ts';
import {
  isDeskPath,
  isPage,
  type Language,
  type PageOptions,
  type PublicExamination,
  renderPage,
  type ServerRenderer,
  type ShellFiles,
  WORKER_PATH,
} from './render-page.ts';

/** The lifetime that svc-application gives its response. */
const FRESH_MS = 30_000;
const RETRY_MS = 1000;

/** Serves the last value while svc-application is unavailable; undefined before the first. */
function createExaminationCache(application: Pool): () => Promise<PublicExamination | undefined> {
  let cached: PublicExamination | undefined;
  let freshUntil = 0;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const answer = await fetchExamination(application);
    cached = answer ?? cached;
    freshUntil = Date.now() + (answer ? FRESH_MS : RETRY_MS);
    refreshing = undefined;
  }

  return async () => {
    if (Date.now() >= freshUntil) refreshing ??= refresh();
    if (!cached) await refreshing;
    return cached;
  };
}

async function fetchExamination(application: Pool): Promise<PublicExamination | undefined> {
  try {
    const { statusCode, body } = await application.request({
      method: 'GET',
      path: toCallPath(getExamination),
      signal: AbortSignal.timeout(RETRY_MS),
    });
    const answer = getExamination.response.body.safeParse(await body.json());
    return statusCode === 200 ? answer.data?.data?.[0] : undefined;
  } catch {
    return undefined;
  }
}

interface RenderedPage {
  readonly status: 200 | 404;
  readonly language: Language;
  readonly content: Content;
}

interface PageRequest extends Pick<PageOptions, 'path' | 'signedIn'> {
  readonly cookies: string;
  readonly slices: VisitorRegistry;
}

interface PageCacheOptions extends Pick<PageOptions, 'files' | 'paymentHandler' | 'trial' | 'serviceWorker'> {
  readonly renderer: ServerRenderer;
  readonly examination: () => Promise<PublicExamination | undefined>;
}

/** One page serves every address of the desk. */
const DESK_PATH = '/desk';
/** Clerks read English; what applicants read of theirs stands beside it in Telugu. */
const deskLanguage: PageOptions['languageChoice'] = { language: 'en', both: false, isChosen: true };

/** A page shows its render time and whether applications are open. */
const MAX_AGE_MS = 60_000;
/** Canaries multiply the pages; unused ones are evicted. */
const CAPACITY = 500;

/** Caches by language, canaries, registry revision and minute. */
function createPageCache(options: PageCacheOptions): (request: PageRequest) => Promise<RenderedPage> {
  const { renderer, files, paymentHandler, trial, serviceWorker } = options;
  const cache = new LRUCache<string, RenderedPage>({ max: CAPACITY });
  let cachedFor: readonly unknown[] = [];

  return async ({ cookies, slices: { registry, variant }, ...request }) => {
    const isDesk = isDeskPath(request.path);
    const path = isDesk ? DESK_PATH : request.path;
    const signedIn = request.signedIn && !isDesk;
    const examination = await options.examination();
    const version = [registry.revision, examination, Math.floor(Date.now() / MAX_AGE_MS)];
    if (version.some((value, index) => value !== cachedFor[index])) cache.clear();
    cachedFor = version;

    const languageChoice = isDesk ? deskLanguage : renderer.parseLanguageCookie(cookies);
    const { language, both, isChosen } = languageChoice;
    const key = `${isPage(path) ? path : '(unknown)'} ${signedIn} ${language} ${both} ${isChosen} ${variant}`;
    const screenOptions = { path, signedIn, languageChoice, examination };
    const render = (): RenderedPage => {
      const screen = renderer.renderScreen(screenOptions);
      const html = renderPage({
        ...screenOptions,
        files,
        paymentHandler,
        trial,
        serviceWorker,
        registry,
        screen,
      });
      const content = createContent('text/html', Buffer.from(html));
      return { status: isPage(path) ? 200 : 404, language, content };
    };
    const rendered = cache.get(key) ?? render();
    cache.set(key, rendered);
    return rendered;
  };
}

interface Origins {
  portal: string;
  paymentHandler: string;
  /** Target of the payment form. */
  checkout: string;
  /** Undefined when the portal serves the slices' files. */
  sliceFiles: string | undefined;
}

const self = "'self'";
const none = "'none'";

export function createSecurityHeaders({
  portal,
  paymentHandler,
  checkout,
  sliceFiles,
}: Origins): NonNullable<AppOptions['headers']> {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [none],
        'script-src': [self, ...(sliceFiles ? [new URL(sliceFiles).origin] : [])],
        // Renders PDFs where the browser cannot.
        'worker-src': [self],
        'style-src': [self],
        'img-src': [self, 'data:', 'blob:'],
        'font-src': [self],
        'connect-src': [self, new URL(paymentHandler).origin],
        'form-action': [self, new URL(checkout).origin],
        'frame-src': [self, 'blob:'],
        'object-src': [self, 'blob:'],
        'base-uri': [none],
        'frame-ancestors': [none],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['archaka', 'archaka-slices', "'allow-duplicates'"],
      },
    },
    strictTransportSecurity: portal.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
  };
}

interface ServiceWorkerOptions {
  readonly dist: string;
  /** False: browsers get a worker that removes itself. */
  readonly serviceWorker: boolean;
  /** Undefined when the portal serves the slices' files. */
  readonly sliceFiles: string | undefined;
}

const stopWorker = new URL('./stop-worker.js', import.meta.url);

/** Policy for the worker's own fetches; a page's requests are under the page's policy. */
const createPolicy = (sliceFiles: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["connect-src 'self'", ...(sliceFiles ? [new URL(sliceFiles).origin] : [])].join(' '),
  ].join('; ');

export function registerServiceWorkerRoute(
  router: Router,
  { dist, serviceWorker, sliceFiles }: ServiceWorkerOptions,
): void {
  const script = readFileSync(serviceWorker ? path.join(dist, 'sw.js') : stopWorker);
  const content = createContent('text/javascript', script);
  const policy = createPolicy(sliceFiles);
  router.get(WORKER_PATH, async (request, response) => {
    response.set({ 'Content-Security-Policy': policy, 'Service-Worker-Allowed': '/' });
    await sendContent(request, response, content);
  });
}

interface PageRouteOptions {
  readonly dist: string;
  readonly renderer: ServerRenderer;
  readonly files: ShellFiles;
  readonly slices: Slices;
  readonly portalOrigin: string;
  readonly paymentHandler: string;
  readonly trial: boolean;
  readonly serviceWorker: boolean;
  readonly application: Pool;
}

export function registerPageRoutes(
  router: Router,
  { dist, application, slices, portalOrigin, ...cacheOptions }: PageRouteOptions,
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
    const selected = slices.selectSlices(request, response);
    const page = await getPage({ path: request.path, signedIn, cookies, slices: selected });
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
