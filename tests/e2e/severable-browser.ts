import { startFaultyConnection } from '@archaka/test-kit';
import { closeBrowser, openBrowser } from './browser.ts';

/** A browser whose only connection to the portal has faults, or can be cut. */
export type SeverableBrowser = Awaited<ReturnType<typeof openSeverableBrowser>>;

export async function openSeverableBrowser(
  origin: string,
  {
    flags = [],
    faults = {},
  }: { flags?: readonly string[]; faults?: Parameters<typeof startFaultyConnection>[1] } = {},
) {
  const connection = await startFaultyConnection(origin, faults);
  const browser = await openBrowser({
    flags: [`--host-resolver-rules=MAP ${new URL(origin).host} ${new URL(connection.url).host}`, ...flags],
  });
  let isCut = false;
  /** Neither a page nor a service worker reaches the portal any more. */
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
