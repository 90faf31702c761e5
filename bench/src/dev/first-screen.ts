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
const DEV_PROXY_OFFSET = 20;

/** Milliseconds from the command to the usable screen: without earlier builds, and again. */
export async function measureFirstScreens(
  browser: Browser,
  portal: Portal,
  screen: Screen,
): Promise<[cold: number, warm: number]> {
  await rm(join(ROOT, '.cache/dev'), { recursive: true, force: true });
  return [
    await measureFirstScreen(browser, portal, screen),
    await measureFirstScreen(browser, portal, screen),
  ];
}

/** `npm run dev -- mf-history --portal …`, without npm itself. */
async function measureFirstScreen(browser: Browser, portal: Portal, screen: Screen): Promise<number> {
  const { basePort: port } = await claimPortalPorts();
  const startedAt = Date.now();
  const args = ['infra/launcher/bootstrap.mjs', 'dev', 'mf-history', '--portal', portal.origin];
  const dev = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PORTAL_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const output of dev.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      if (String(output).includes('In development:')) break;
    }
    dev.stdout.resume();
    await withPage(browser, screen, (page) =>
      openScreen(page, `http://localhost:${port + DEV_PROXY_OFFSET}`, screen),
    );
    return Date.now() - startedAt;
  } finally {
    const exited = once(dev, 'exit');
    dev.kill('SIGINT');
    await exited;
  }
}
