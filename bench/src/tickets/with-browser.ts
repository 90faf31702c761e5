import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from '@archaka/engines';
import type { Browser } from 'puppeteer';
import { isRoot, startChromium } from '../../../svc-ticket/src/render/chromium.ts';

/** Runs the work with a browser with svc-ticket's settings, and ends it. */
export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'bench-tickets-'));
  const browser = await startChromium({
    chromium: { path: await findOrInstallChromium(), sandboxed: !isRoot() },
    tempDir: userDataDir,
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await rm(userDataDir, { recursive: true, force: true });
  }
}
