import { startFaultyConnection } from '@archaka/test-kit';
import type { Browser } from 'puppeteer';
import { closeBrowser, openBrowser } from './browser.ts';

/** A browser whose only connection to the portal can be cut. */
export interface SeverableBrowser {
  readonly browser: Browser;
  /** Cuts the connection: neither a page nor a service worker reaches the portal. */
  readonly cutConnection: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openSeverableBrowser(
  origin: string,
  { flags = [] }: { flags?: readonly string[] } = {},
): Promise<SeverableBrowser> {
  const connection = await startFaultyConnection(origin, {});
  const browser = await openBrowser({
    flags: [`--host-resolver-rules=MAP ${new URL(origin).host} ${new URL(connection.url).host}`, ...flags],
  });
  let isCut = false;
  const cutConnection = async () => {
    if (!isCut) await connection.stop();
    isCut = true;
  };
  return {
    browser,
    cutConnection,
    close: async () => {
      await closeBrowser(browser);
      await cutConnection();
    },
  };
}
