import { readFile } from 'node:fs/promises';
import { dependencyUnavailable, type Log } from '@archaka/service-kit';
import type { Browser, CDPSession, Page } from 'puppeteer';
import { type Chromium, killChromium, startChromium, withTimeout } from './chromium.ts';

const SET_UP_TIMEOUT_MS = 20_000;
const OPEN_PAGE_TIMEOUT_MS = 15_000;
const CLOSE_PAGE_TIMEOUT_MS = 1000;
const CLOSE_TIMEOUT_MS = 3000;
/** After this idle time a browser closes all pages but one. */
const IDLE_MS = 2000;
/** In a row; then the browser hangs, rather than that the machine is busy. */
const MAX_FAILED_OPENINGS = 3;
const MEMORY_CHECK_INTERVAL = 100;
const MAX_MEGABYTES = 600;

export interface PooledPage {
  releaseMemory(): Promise<void>;
  close(): Promise<void>;
}

interface PageOptions<PageType extends PooledPage> {
  readonly openPage: (page: Page) => Promise<PageType>;
  /** Number of files after which another browser replaces this one. */
  readonly maxFiles: number;
  readonly printTimeoutMs: number;
}

type Work<PageType> = (page: PageType) => Promise<Buffer>;

/** Private memory; 0 where the system does not report it. */
async function readOwnMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(status.match(/^RssAnon:\s+(\d+) kB/m)?.[1] ?? 0) / 1024;
}

/** A browser with idle pages, of which the last one released is the next one used. */
export class PooledBrowser<PageType extends PooledPage> {
  readonly #browser: Browser;
  readonly #session: CDPSession;
  readonly #options: PageOptions<PageType>;
  readonly #idlePages: PageType[];
  readonly #inFlight = new Set<Promise<Buffer>>();
  #idleTimer: NodeJS.Timeout | undefined;
  #failedOpenings = 0;
  #files = 0;
  #megabytes = 0;

  private constructor(
    browser: Browser,
    session: CDPSession,
    firstPage: PageType,
    options: PageOptions<PageType>,
  ) {
    this.#browser = browser;
    this.#session = session;
    this.#idlePages = [firstPage];
    this.#options = options;
  }

  /** Uses the page with which the browser starts. Kills the browser when it fails or the signal aborts. */
  static async open<PageType extends PooledPage>(
    browser: Browser,
    options: PageOptions<PageType>,
    signal?: AbortSignal,
  ): Promise<PooledBrowser<PageType>> {
    const setUp = async () => {
      const [blank = await browser.newPage()] = await browser.pages();
      const firstPage = await options.openPage(blank);
      const session = await browser.target().createCDPSession();
      return new PooledBrowser(browser, session, firstPage, options);
    };
    return withTimeout(setUp(), SET_UP_TIMEOUT_MS, 'setting up the browser', signal).catch((error) => {
      killChromium(browser);
      throw error;
    });
  }

  /** Closes the page when the work fails. @throws DependencyUnavailable without a page; when the work fails or takes too long */
  async use(work: Work<PageType>): Promise<Buffer> {
    clearTimeout(this.#idleTimer);
    const running = this.#run(work);
    this.#inFlight.add(running);
    try {
      return await running;
    } finally {
      this.#inFlight.delete(running);
      if (this.#inFlight.size === 0) this.#idleTimer = setTimeout(() => this.#shrink(), IDLE_MS).unref();
    }
  }

  /** True after `maxFiles` files or beyond the memory limit. */
  isWorn(): boolean {
    return this.#files >= this.#options.maxFiles || this.#megabytes > MAX_MEGABYTES;
  }

  /** Sums the private memory of all processes, in megabytes. */
  async measureMemory(): Promise<number> {
    const { processInfo } = await this.#session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => readOwnMegabytes(id)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async drain(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    clearTimeout(this.#idleTimer);
    await withTimeout(this.#browser.close(), CLOSE_TIMEOUT_MS, 'closing the browser').catch(() =>
      killChromium(this.#browser),
    );
  }

  async #run(work: Work<PageType>): Promise<Buffer> {
    const page = this.#idlePages.pop() ?? (await this.#openPage());
    try {
      const file = await withTimeout(work(page), this.#options.printTimeoutMs, 'printing');
      this.#idlePages.push(page);
      void this.#countFile();
      return file;
    } catch (error) {
      await this.#closePage(page);
      throw error;
    }
  }

  /** Ends a browser that fails again and again. @throws DependencyUnavailable */
  async #openPage(): Promise<PageType> {
    try {
      const opening = this.#browser.newPage().then(this.#options.openPage);
      const page = await withTimeout(opening, OPEN_PAGE_TIMEOUT_MS, 'opening a page');
      this.#failedOpenings = 0;
      return page;
    } catch (error) {
      this.#failedOpenings += 1;
      if (this.#failedOpenings >= MAX_FAILED_OPENINGS) killChromium(this.#browser);
      throw dependencyUnavailable('chromium', error);
    }
  }

  #closePage(page: PageType): Promise<unknown> {
    return withTimeout(page.close(), CLOSE_PAGE_TIMEOUT_MS, 'closing a page').catch(() =>
      killChromium(this.#browser),
    );
  }

  async #countFile(): Promise<void> {
    this.#files += 1;
    if (this.#files % MEMORY_CHECK_INTERVAL > 0) return;
    this.#megabytes = await this.measureMemory().catch(() => 0);
  }

  async #shrink(): Promise<void> {
    await Promise.all(this.#idlePages.splice(1).map((page) => this.#closePage(page)));
    await this.#idlePages[0]?.releaseMemory();
  }
}

export interface BrowserOptions {
  readonly chromium: Chromium;
  readonly tempDir: string;
  readonly log: Log;
}

/** Starts a browser at once, and replaces it when it dies or is worn. */
export class BrowserPool<PageType extends PooledPage> {
  readonly #options: BrowserOptions & PageOptions<PageType>;
  readonly #closing = new AbortController();
  #current: Promise<PooledBrowser<PageType>> | undefined;
  #active: PooledBrowser<PageType> | undefined;
  #hasFailed = false;

  constructor(options: BrowserOptions & PageOptions<PageType>) {
    this.#options = options;
    this.#replace();
  }

  /** @throws DependencyUnavailable when no browser starts or opens a page; another error when this file fails or its browser dies */
  async use(work: Work<PageType>): Promise<Buffer> {
    const pooled = await this.#getBrowser();
    const file = await pooled.use(work);
    if (!this.#closing.signal.aborted && this.#active === pooled && pooled.isWorn()) {
      this.#replace();
      void pooled.drain();
    }
    return file;
  }

  /** Rejects while no browser starts. Resolves while the first one is starting. */
  async ready(): Promise<void> {
    if (this.#hasFailed) await this.#getBrowser();
  }

  /** Closes the browser once its work is done; kills one that is still starting. */
  async close(): Promise<void> {
    this.#closing.abort();
    await (await this.#current?.catch(() => undefined))?.drain();
  }

  #getBrowser(): Promise<PooledBrowser<PageType>> {
    this.#current ??= this.#start().catch((error) => {
      this.#current = undefined;
      this.#hasFailed = true;
      throw dependencyUnavailable('chromium', error);
    });
    return this.#current;
  }

  async #start(): Promise<PooledBrowser<PageType>> {
    const { signal } = this.#closing;
    const browser = await startChromium({ ...this.#options, signal });
    const pooled = await PooledBrowser.open(browser, this.#options, signal);
    browser.once('disconnected', () => {
      if (signal.aborted || this.#active !== pooled) return;
      this.#options.log.warn('the browser crashed; starting another');
      this.#replace();
    });
    this.#active = pooled;
    this.#hasFailed = false;
    return pooled;
  }

  #replace(): void {
    this.#active = undefined;
    this.#current = undefined;
    this.#getBrowser().catch((error) => {
      if (!this.#closing.signal.aborted)
        this.#options.log.error({ err: error.cause }, 'starting a browser failed');
    });
  }
}
