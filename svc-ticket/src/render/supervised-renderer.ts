import { dependencyUnavailable, type Log } from '@archaka/service-kit';
import {
  type BrowserRenderer,
  type BrowserRendererOptions,
  startBrowserRenderer,
} from './browser-renderer.ts';
import { startChromium } from './chromium.ts';
import type { PooledPage } from './page-pool.ts';
import type { Chromium } from './sandbox.ts';

/** A printer that is always there, whatever happens to its browser. */
export interface SupervisedRenderer<RenderPage extends PooledPage> {
  /**
   * Lends a sheet to make a file with.
   * @throws PartDown when no browser starts; another error when this file fails or the browser dies over it.
   */
  use(render: (page: RenderPage) => Promise<Buffer>): Promise<Buffer>;
  /** Rejects while no browser starts. */
  ready(): Promise<void>;
  /** Ends the browser when its work is done; one that still starts is killed. */
  close(): Promise<void>;
}

export interface SupervisedRendererOptions<RenderPage extends PooledPage>
  extends BrowserRendererOptions<RenderPage> {
  readonly chromium: Chromium;
  /** Where its browsers keep their files. */
  readonly tempDir: string;
  readonly log: Log;
}

/** Starts a browser at once and keeps one warm: a dead one is replaced, and so is one that is worn. */
export function superviseRenderer<RenderPage extends PooledPage>(
  options: SupervisedRendererOptions<RenderPage>,
): SupervisedRenderer<RenderPage> {
  const { chromium, tempDir, log } = options;
  let current: Promise<BrowserRenderer<RenderPage>> | undefined;
  let active: BrowserRenderer<RenderPage> | undefined;
  let hasFailed = false;
  let isClosed = false;
  const startAbort = new AbortController();

  const startRenderer = async (): Promise<BrowserRenderer<RenderPage>> => {
    const browser = await startChromium({ chromium, tempDir, signal: startAbort.signal });
    const renderer = await startBrowserRenderer(browser, { ...options, signal: startAbort.signal });
    renderer.browser.once('disconnected', () => replaceCrashed(renderer));
    active = renderer;
    hasFailed = false;
    return renderer;
  };
  const getRenderer = (): Promise<BrowserRenderer<RenderPage>> => {
    current ??= startRenderer().catch((error) => {
      current = undefined;
      hasFailed = true;
      throw dependencyUnavailable('chromium', error);
    });
    return current;
  };
  const replace = () => {
    active = undefined;
    current = undefined;
    getRenderer().catch((error) => {
      if (!isClosed) log.error({ err: error.cause }, 'no browser starts');
    });
  };
  const replaceCrashed = (crashed: BrowserRenderer<RenderPage>) => {
    if (isClosed || active !== crashed) return;
    log.warn('the browser has gone; starting another');
    replace();
  };
  const replaceWorn = (renderer: BrowserRenderer<RenderPage>) => {
    if (isClosed || active !== renderer || !renderer.needsRestart()) return;
    replace();
    void renderer.drain();
  };
  replace();

  return {
    async use(render) {
      const renderer = await getRenderer();
      const file = await renderer.use(render);
      replaceWorn(renderer);
      return file;
    },
    async ready() {
      if (hasFailed) await getRenderer();
    },
    async close() {
      isClosed = true;
      if (!active) startAbort.abort();
      await (await current?.catch(() => undefined))?.drain();
    },
  };
}
