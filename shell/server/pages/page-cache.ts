import { LRUCache } from 'lru-cache';
import { type Content, createContent } from '../content.ts';
import type { VisitorRegistry } from '../slices/resolved-registry.ts';
import type { PublicExamination } from './examination-cache.ts';
import { isPage, type PageOptions, renderPage } from './render-page.ts';
import type { Language, ServerRenderer } from './shell-build.ts';

interface RenderedPage {
  readonly status: 200 | 404;
  readonly language: Language;
  readonly content: Content;
}

interface PageRequest {
  readonly path: string;
  readonly signedIn: boolean;
  readonly cookies: string;
  readonly slices: VisitorRegistry;
}

interface PageCacheOptions extends Pick<PageOptions, 'files' | 'paymentHandler' | 'trial' | 'serviceWorker'> {
  readonly renderer: ServerRenderer;
  readonly examination: () => Promise<PublicExamination | undefined>;
}

/** A page shows its render time and whether applications are open. */
const MAX_AGE_MS = 60_000;
/** Canaries multiply the pages; unused ones are evicted. */
const CAPACITY = 500;

/** Caches by language, canaries, registry revision and minute. */
export function createPageCache(options: PageCacheOptions): (request: PageRequest) => Promise<RenderedPage> {
  const { renderer, files, paymentHandler, trial, serviceWorker } = options;
  const cache = new LRUCache<string, RenderedPage>({ max: CAPACITY });
  let cachedFor: readonly unknown[] = [];

  return async ({ path, signedIn, cookies, slices: { registry, variant } }) => {
    const examination = await options.examination();
    const version = [registry.revision, examination, Math.floor(Date.now() / MAX_AGE_MS)];
    if (version.some((value, index) => value !== cachedFor[index])) cache.clear();
    cachedFor = version;

    const languageChoice = renderer.parseLanguageCookie(cookies);
    const { language, alone } = languageChoice;
    const key = `${isPage(path) ? path : '(unknown)'} ${signedIn} ${language} ${alone} ${variant}`;
    const screenOptions = { path, signedIn, languageChoice, examination };
    const render = (): RenderedPage => {
      const screen = renderer.renderScreen(screenOptions);
      const html = renderPage({
        ...screenOptions,
        ...{ files, paymentHandler, trial, serviceWorker, registry, screen },
      });
      const content = createContent('text/html', Buffer.from(html));
      return { status: isPage(path) ? 200 : 404, language, content };
    };
    const rendered = cache.get(key) ?? render();
    cache.set(key, rendered);
    return rendered;
  };
}
