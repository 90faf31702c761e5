import { readFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer';

/** Private memory; 0 where the system does not report it. */
async function readOwnMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(status.match(/^RssAnon:\s+(\d+) kB/m)?.[1] ?? 0) / 1024;
}

/** Sums the private memory of all processes of a browser, in megabytes. */
export async function createMemoryMeter(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.target().createCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => readOwnMegabytes(id)));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}
