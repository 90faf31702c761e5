import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimPortalPorts, type Portal } from '@archaka/test-kit';
import type { Browser } from 'puppeteer';
import { openScreen, withPage } from '../web/browser.ts';
import type { Screen } from '../web/screens.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FRONT_OFFSET = 20;

/** Milliseconds from the command to the usable screen: with nothing built before, and again. */
export async function firstScreens(
  browser: Browser,
  portal: Portal,
  screen: Screen,
): Promise<[cold: number, warm: number]> {
  await rm(join(ROOT, '.cache/dev'), { recursive: true, force: true });
  return [await firstScreen(browser, portal, screen), await firstScreen(browser, portal, screen)];
}

/** `npm run dev -- mf-history --portal …`, without npm itself. */
async function firstScreen(browser: Browser, portal: Portal, screen: Screen): Promise<number> {
  const { basePort: port } = await claimPortalPorts();
  const began = Date.now();
  const args = ['infra/launcher/bootstrap.mjs', 'dev', 'mf-history', '--portal', portal.origin];
  const dev = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PORTAL_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const printed of dev.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      if (String(printed).includes('In development:')) break;
    }
    dev.stdout.resume();
    await withPage(browser, screen, (page) =>
      openScreen(page, `http://localhost:${port + FRONT_OFFSET}`, screen),
    );
    return Date.now() - began;
  } finally {
    const ended = once(dev, 'exit');
    dev.kill('SIGINT');
    await ended;
  }
}
