import { CHROMIUM_FLAGS, findOrInstallChromium } from '@archaka/engines';
import puppeteer, { type Browser, type BrowserContext, type LaunchOptions, type Page } from 'puppeteer';

interface PooledContext {
  readonly context: BrowserContext;
  /** Stays open, so that the process with the compiled scripts of the portal stays alive. */
  readonly anchor: Page;
  /** Of all that its pages showed. */
  readonly origins: Set<string>;
}

const idle = new WeakMap<Browser, PooledContext[]>();
const used = new WeakMap<BrowserContext, PooledContext>();

const addIdle = (pooled: PooledContext) => {
  const browser = pooled.context.browser();
  idle.set(browser, [...(idle.get(browser) ?? []), pooled]);
};

async function createContext(browser: Browser): Promise<PooledContext> {
  const context = await browser.createBrowserContext();
  return { context, anchor: await context.newPage(), origins: new Set() };
}

const listContexts = (browser: Browser): BrowserContext[] =>
  browser.browserContexts().filter((context) => context !== browser.defaultBrowserContext());

/** A page in a context without cookies and storage, but with the HTTP cache of earlier pages. */
export async function openPageInPool(browser: Browser): Promise<Page> {
  const pooled = idle.get(browser)?.pop() ?? (await createContext(browser));
  used.set(pooled.context, pooled);
  const page = await pooled.context.newPage();
  page.on('framenavigated', (frame) => pooled.origins.add(new URL(frame.url()).origin));
  return page;
}

/** Closes the pages of a pooled context and clears it for the next one; false for any other context. */
export async function returnToPool(context: BrowserContext): Promise<boolean> {
  const pooled = used.get(context);
  if (!pooled) return false;
  const { anchor, origins } = pooled;
  const pages = (await context.pages()).filter((page) => page !== anchor);
  await Promise.all(pages.map((page) => page.close()));
  const session = await anchor.createCDPSession();
  await session.send('Network.clearBrowserCookies');
  for (const origin of origins) {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  await session.detach();
  origins.clear();
  used.delete(context);
  addIdle(pooled);
  return true;
}

/** Adds the contexts that an earlier suite returned in this browser. */
export async function adoptContexts(browser: Browser): Promise<void> {
  for (const context of listContexts(browser)) {
    const [anchor, ...others] = await context.pages();
    // A context with other pages was not cleared.
    if (anchor && others.length === 0) addIdle({ context, anchor, origins: new Set() });
  }
}

async function forgetFiles({ context, anchor }: PooledContext): Promise<void> {
  const session = await anchor.createCDPSession();
  await session.send('Network.clearBrowserCache');
  const browserContextId = context.id ?? '';
  await session.send('Browser.setDownloadBehavior', { behavior: 'default', browserContextId });
  await session.detach();
}

/** Closes all contexts but one, and clears that with its HTTP cache for the next suite in this browser. */
export async function returnAllContexts(browser: Browser): Promise<void> {
  const isIdle = (context: BrowserContext) => idle.get(browser)?.some((pooled) => pooled.context === context);
  for (const context of listContexts(browser)) {
    if (!isIdle(context) && !(await returnToPool(context))) await context.close();
  }
  const [first, ...others] = idle.get(browser) ?? [];
  await Promise.all(others.map(({ context }) => context.close()));
  if (first) await forgetFiles(first);
}

/** The pages of a context share one process: its start costs as much as a page of the portal. */
const ONE_PROCESS_FLAGS = ['--renderer-process-limit=1', '--disable-site-isolation-trials'];

export interface BrowserOptions {
  readonly flags?: readonly string[];
  /** Each page has its own process, for tests that crash one. */
  readonly separateProcesses?: boolean;
}

/** Starts a Chromium, with further options of puppeteer. */
export const startChromium = async (
  { flags = [], separateProcesses = false }: BrowserOptions = {},
  options: LaunchOptions = {},
): Promise<Browser> =>
  puppeteer.launch({
    ...options,
    executablePath: await findOrInstallChromium(),
    args: [...CHROMIUM_FLAGS, ...(separateProcesses ? [] : ONE_PROCESS_FLAGS), ...flags],
  });

const VARIABLE = 'TEST_BROWSERS';

/** The caller stops them after a signal, puppeteer at the end of the process. */
const WITHOUT_SIGNALS = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };

/** Starts a browser for each test process of the run; a variable contains their addresses. */
export async function startSharedBrowsers(count: number): Promise<readonly Browser[]> {
  const starting = Array.from({ length: count }, () => startChromium({}, WITHOUT_SIGNALS));
  const browsers = await Promise.all(starting);
  process.env[VARIABLE] = JSON.stringify(browsers.map((browser) => browser.wsEndpoint()));
  return browsers;
}

/** Connects to the browser of this test process; undefined outside a run. */
export async function connectToSharedBrowser(): Promise<Browser | undefined> {
  const addresses: string[] = JSON.parse(process.env[VARIABLE] ?? '[]');
  const browserWSEndpoint = addresses[Number(process.env.JEST_WORKER_ID) - 1];
  return browserWSEndpoint ? puppeteer.connect({ browserWSEndpoint }) : undefined;
}
