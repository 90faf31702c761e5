import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newcomer, type Portal, startPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { openBrowser, openPhone, press, reads } from './browser.ts';
import { takeSession } from './cookies.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPY = join(ROOT, '.cache/second-history');

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await rm(COPY, { recursive: true, force: true });
});

/** Someone without an application, on the history page. */
async function onHistoryPage(): Promise<Page> {
  const session = await newcomer(portal.origin);
  const { page } = await openPhone(browser);
  await takeSession(page, session);
  await page.goto(`${portal.origin}/ticket`);
  return page;
}

/** Every byte that the shell serves for its page, but the registry it inlines. */
async function shellBytes(): Promise<string> {
  const html = await (await fetch(`${portal.origin}/ticket`)).text();
  const assets = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path).sort();
  const hash = createHash('sha256');
  for (const path of assets)
    hash.update(path).update(Buffer.from(await (await fetch(portal.origin + path)).arrayBuffer()));
  return hash.digest('hex');
}

/** Builds mf-history with other words and publishes it, as its team would. */
async function publishSecondHistory(): Promise<void> {
  await rm(COPY, { recursive: true, force: true });
  await mkdir(COPY, { recursive: true });
  for (const part of ['src', 'package.json', 'rspack.config.ts']) {
    await cp(join(ROOT, 'mf-history', part), join(COPY, part), { recursive: true });
  }
  const catalog = join(COPY, 'src/locales/en.po');
  const words = await readFile(catalog, 'utf8');
  expect(words).toContain('msgstr "No application yet"');
  await writeFile(
    catalog,
    words.replace('msgstr "No application yet"', 'msgstr "No application yet, says the second version"'),
  );
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  await run(process.execPath, [rspack, 'build'], {
    cwd: COPY,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const publish = join(ROOT, 'shell/server/slices/publish-slice.ts');
  await run(process.execPath, [publish, 'mf-history', join(COPY, 'dist'), join(portal.dataDir, 'slices')]);
}

test('a second version of mf-history is seen on the next load, every byte of the shell unchanged', async () => {
  const page = await onHistoryPage();
  await reads(page, 'No application yet');
  const before = await shellBytes();

  await publishSecondHistory();
  await page.reload();
  await reads(page, 'No application yet, says the second version');
  expect(await shellBytes()).toBe(before);
});

test('when a remote cannot be loaded its place says so, the rest works, and Try again brings it back', async () => {
  const store = join(portal.dataDir, 'slices');
  await rename(join(store, 'mf-history'), join(store, 'gone'));
  try {
    const page = await onHistoryPage();
    await reads(page, 'This part could not be loaded');
    await press(page, 'Home');
    await reads(page, 'Application Form');
    await page.goto(`${portal.origin}/ticket`);
    await reads(page, 'This part could not be loaded');

    await rename(join(store, 'gone'), join(store, 'mf-history'));
    await press(page, 'Try again');
    await reads(page, 'No application yet');
  } finally {
    await rename(join(store, 'gone'), join(store, 'mf-history')).catch(() => undefined);
  }
});
