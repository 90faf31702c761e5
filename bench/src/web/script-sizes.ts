import type { Browser, CDPSession } from 'puppeteer';
import type { Figure } from '../table.ts';
import { openScreen, withPage } from './browser.ts';
import type { Screen } from './screens.ts';

const KB = 1000;

interface Script {
  readonly url: string;
  bytes: number;
}

/** Records the compressed scripts of a page, from all components of the portal. */
async function trackScripts(session: CDPSession): Promise<Map<string, Script>> {
  const scripts = new Map<string, Script>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (type === 'Script') scripts.set(requestId, { url: request.url, bytes: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, response: { headers, url } }) => {
    const encoding = headers['content-encoding'] ?? headers['Content-Encoding'];
    if (scripts.has(requestId) && encoding !== 'br') throw new Error(`${url} was not compressed with brotli`);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return scripts;
}

const loadScripts = (browser: Browser, origin: string, screen: Screen): Promise<Script[]> =>
  withPage(browser, screen, async (page) => {
    const scripts = await trackScripts(await page.createCDPSession());
    await openScreen(page, origin, screen);
    await page.waitForNetworkIdle({ idleTime: 500, concurrency: 1 });
    return [...scripts.values()];
  });

const formatKb = (bytes: number): string => (bytes / KB).toFixed(1);

/** The scripts until the screen is usable, before idle prefetches. */
export async function measureScripts(
  browser: Browser,
  origin: string,
  { screen, targetKb }: { screen: Screen; targetKb: number },
): Promise<Figure> {
  const scripts = await loadScripts(browser, origin, screen);
  for (const { url, bytes } of scripts)
    console.log(`${screen.name}: ${formatKb(bytes)} KB ${new URL(url).pathname}`);
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  return {
    name: `JavaScript for ${screen.name}, ${scripts.length} files, brotli`,
    measured: `${formatKb(bytes)} KB`,
    target: `${targetKb} KB`,
    ratio: (bytes / KB / targetKb).toFixed(2),
    isReached: bytes <= targetKb * KB,
  };
}
