import type { Browser, BrowserContext, Page } from 'puppeteer';

interface PooledContext {
  readonly context: BrowserContext;
  /** Stays open, so that the process with the compiled scripts of the portal stays alive. */
  readonly anchor: Page;
  /** Of all that its pages showed. */
  readonly origins: Set<string>;
}

const idle = new WeakMap<Browser, PooledContext[]>();
const used = new WeakMap<BrowserContext, PooledContext>();

async function createContext(browser: Browser): Promise<PooledContext> {
  const context = await browser.createBrowserContext();
  return { context, anchor: await context.newPage(), origins: new Set() };
}

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
  const contexts = idle.get(context.browser()) ?? [];
  idle.set(context.browser(), [...contexts, pooled]);
  return true;
}
