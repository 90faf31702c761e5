import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Node, parse } from 'acorn';
import type { Page } from 'puppeteer';
import { ROOT } from '../stages/stage.ts';
import { intercept, PHONE } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const TELUGU = 'ఈ బ్రౌజర్ పాతది';
const ENGLISH = 'this browser is too old';

/** PDF.js, which is loaded only in browsers without a PDF viewer. */
const PDF_WORKER = /^pdf-worker\.|_nowasm_fallback\.js$/;
const isPdfViewer = (source: string) => source.includes('pdfjs');

const environment = createBrowserEnvironment();

/** Syntax that the oldest supported browsers cannot parse, besides ES2022: lookbehind, in Safari since 16.4. */
function findTooNew(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, regex } = node as Node & { regex?: { pattern: string } };
  if (type === 'StaticBlock') return ['a static block'];
  if (regex && /\(\?<[=!]/.test(regex.pattern)) return [`/${regex.pattern}/`];
  return Object.values(node).flatMap(findTooNew);
}

test.each(['shell', 'mf-auth', 'mf-application', 'mf-history'])(
  'every script of %s can be read by the oldest browsers that are served',
  (workspace) => {
    const folder = join(ROOT, workspace, 'dist');
    const scripts = readdirSync(folder)
      .filter((file) => file.endsWith('.js') && !PDF_WORKER.test(file))
      .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }))
      .filter(({ source }) => !isPdfViewer(source));
    expect(scripts.length).toBeGreaterThan(0);
    const problems = scripts.flatMap(({ file, source }) =>
      findTooNew(parse(source, { ecmaVersion: 2022 })).map((found) => [file, found]),
    );
    expect(problems).toEqual([]);
  },
);

/** The page waits 20 s for its script; here a second. */
const hastenLongTimers = (opened: Page) =>
  opened.evaluateOnNewDocument(() => {
    const start = globalThis.setTimeout;
    const startSooner = (run: () => void, ms = 0) => start(run, ms >= 20_000 ? ms / 20 : ms);
    Object.assign(globalThis, { setTimeout: startSooner });
  });

test('without JavaScript the page first explains why it is needed, and shows no loader', async () => {
  const { page } = await environment.open('/', {
    viewport: PHONE,
    startup: true,
    before: (opened) => opened.setJavaScriptEnabled(false),
  });
  const { firstText, waiting, menuLinks } = await page.evaluate(() => ({
    firstText: document.body.innerText.trim().slice(0, 300),
    waiting: [...document.querySelectorAll('.skeleton, .loader, button')].filter((part) =>
      part.checkVisibility(),
    ).length,
    menuLinks: [...document.querySelectorAll('.menu a')].filter((link) => link.checkVisibility()).length,
  }));
  expect(firstText).toMatch(/^ఇక్కడ అన్నీ చదవవచ్చు.*\s*You can read everything here/s);
  expect([waiting, menuLinks]).toEqual([0, 4]);
});

test('an unsupported browser shows advice in both languages instead of a loader', async () => {
  const { page } = await environment.open('/', {
    startup: true,
    before: async (opened) => {
      await hastenLongTimers(opened);
      await intercept(opened, (request) => {
        const isShell = /\/assets\/shell\.\w+\.js/.test(request.url());
        void (isShell
          ? request.respond({ status: 200, contentType: 'text/javascript', body: 'let too new;' })
          : request.continue());
      });
    },
  });
  await page.waitForFunction(() => document.querySelector('body > [role="alert"]'));
  const text = await page.$eval('body > [role="alert"]', ({ textContent }) => textContent);
  expect(text).toContain(TELUGU);
  expect(text).toContain(ENGLISH);
  await page.waitForFunction(() => !document.querySelector('.loader')?.checkVisibility());
});

test('a supported browser does not show that advice', async () => {
  const { page } = await environment.open('/');
  await page.waitForSelector('main input[name="number"]');
  expect(await page.$('body > [role="alert"]')).toBeNull();
});
