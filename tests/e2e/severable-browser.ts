import { type FaultyConnection, startFaultyConnection } from '@archaka/test-kit';
import type { Browser } from 'puppeteer';
import { closeBrowser, openBrowser } from './browser.ts';

/** A browser whose only connection to the portal has faults, or can be cut. */
export interface SeverableBrowser {
  readonly browser: Browser;
  readonly connection: FaultyConnection;
  /** Cuts the connection: neither a page nor a service worker reaches the portal. */
  readonly cutConnection: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SeverableOptions {
  readonly flags?: readonly string[];
  readonly faults?: Parameters<typeof startFaultyConnection>[1];
}

export async function openSeverableBrowser(
  origin: string,
  { flags = [], faults = {} }: SeverableOptions = {},
): Promise<SeverableBrowser> {
  const connection = await startFaultyConnection(origin, faults);
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
    connection,
    cutConnection,
    close: async () => {
      await closeBrowser(browser);
      await cutConnection();
    },
  };
}
