import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { eventually } from '@archaka/test-kit';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { openPhone, waitForText } from '../browser.ts';
import {
  buildSecondHistory,
  createSlicesEnvironment,
  openStoredHistoryPage,
  readRegistry,
  removeSecondHistory,
  runSliceCommand,
  SECOND_FONT_STYLE,
  SECOND_TEXT,
  tamperWithFile,
} from './environment.ts';

const [environment, secondBuild] = await Promise.all([createSlicesEnvironment(), buildSecondHistory()]);
afterAll(async () => {
  await environment.stop();
  await removeSecondHistory();
});

const FAILURE_TEXT = 'This part could not be loaded';
const readVersion = async (name: string) => (await readRegistry(environment))[name]?.version ?? '';

/** All bytes that the shell serves for its page, except the inlined registry. */
async function hashShellAssets(): Promise<string> {
  const { origin } = environment;
  const html = await (await fetch(`${origin}/ticket`)).text();
  const assets = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path).sort();
  const hash = createHash('sha256');
  for (const path of assets) {
    hash.update(path).update(Buffer.from(await (await fetch(origin + path)).arrayBuffer()));
  }
  return hash.digest('hex');
}

test('the next load shows the text and look of a second version of mf-history, and its rollback, with an unchanged shell', async () => {
  const page = await openStoredHistoryPage(environment);
  await waitForText(page, 'No application yet');
  const readFontStyle = () => page.$eval('.lead', (lead) => getComputedStyle(lead).fontStyle);
  expect(await readFontStyle()).toBe('normal');
  const [firstVersion, hashBefore] = [await readVersion('mf-history'), await hashShellAssets()];

  expect(await runSliceCommand(environment, 'publish', 'mf-history', '--dist', secondBuild)).toMatchObject({
    code: 0,
  });
  expect(await runSliceCommand(environment, 'deploy', 'mf-history', '--dist', secondBuild)).toMatchObject({
    code: 0,
  });
  await page.reload();
  await waitForText(page, SECOND_TEXT);
  expect(await readFontStyle()).toBe(SECOND_FONT_STYLE);
  expect(await hashShellAssets()).toBe(hashBefore);

  expect(await runSliceCommand(environment, 'rollback', 'mf-history')).toMatchObject({ code: 0 });
  expect(await readVersion('mf-history')).toBe(firstVersion);
  await page.reload();
  await waitForText(page, 'No application yet');
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(SECOND_TEXT);
  expect(await readFontStyle()).toBe('normal');
});

test('a browser with a canary retains it between loads, and others never get it, until it is promoted or rolled back', async () => {
  expect(
    await runSliceCommand(environment, 'canary', 'mf-history', '--dist', secondBuild, '--share', '50'),
  ).toMatchObject({
    code: 0,
  });
  const pages = await Promise.all(Array.from({ length: 2 }, () => openStoredHistoryPage(environment)));
  const showsSecondVersion = async (page: Page) => {
    await waitForText(page, 'No application yet');
    return page.evaluate((words) => document.body.textContent?.includes(words), SECOND_TEXT);
  };
  const [firstPage, secondPage] = pages as [Page, Page];
  const firstResult = await showsSecondVersion(firstPage);
  // Another number than this browser's eventually gives another draw.
  await eventually(
    async () => {
      if ((await showsSecondVersion(secondPage)) !== firstResult) return true;
      await secondPage.browserContext().deleteMatchingCookies({ name: 'archaka_visitor' });
      await secondPage.reload();
      return false;
    },
    { timeoutMs: 120_000 },
  );
  for (const page of pages) await page.reload();
  expect([await showsSecondVersion(firstPage), await showsSecondVersion(secondPage)]).toEqual([
    firstResult,
    !firstResult,
  ]);

  expect(await runSliceCommand(environment, 'promote', 'mf-history')).toMatchObject({ code: 0 });
  for (const page of pages) await page.reload();
  for (const page of pages) await waitForText(page, SECOND_TEXT);

  expect(await runSliceCommand(environment, 'rollback', 'mf-history')).toMatchObject({ code: 0 });
  for (const page of pages) await page.reload();
  expect([await showsSecondVersion(firstPage), await showsSecondVersion(secondPage)]).toEqual([false, false]);
});

describe('a tampered file in the store is rejected, its place reports it, and verify names it', () => {
  /** On the public page of mf-application. */
  const fileFinders = {
    'its entry': async () => (await readManifest()).metaData.remoteEntry.name,
    'the chunk of its door': async () => (await readManifest()).exposes[0]?.assets.js.sync[0] ?? '',
    'its styles': async () => (await readManifest()).exposes[0]?.assets.css.sync[0] ?? '',
    'a chunk that comes when it is needed': async () => findLazyChunk(),
  };
  const readManifest = async () => {
    const release = (await readRegistry(environment))['mf-application'];
    if (!release) throw new Error('mf-application is not deployed');
    return release.manifest;
  };

  /** Files of the slice that the page loads after its initial ones. */
  async function findLazyChunk(): Promise<string> {
    const { metaData, exposes } = await readManifest();
    const initialFiles = [metaData.remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.sync)];
    const { page } = await openPhone(environment.browser);
    await page.goto(`${environment.origin}/ready`);
    return eventually(async () => {
      const loadedPaths = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      );
      const chunks = loadedPaths.filter(
        (path) => path.startsWith('/slices/mf-application/') && path.endsWith('.js'),
      );
      return chunks.map((path) => path.split('/').at(-1) ?? '').find((file) => !initialFiles.includes(file));
    });
  }

  test.each(Object.keys(fileFinders) as (keyof typeof fileFinders)[])('%s', async (kind) => {
    const file = await fileFinders[kind]();
    const version = await readVersion('mf-application');
    const restoreFile = await tamperWithFile(join(environment.sliceStore, 'mf-application', version), file);
    try {
      const { page } = await openPhone(environment.browser, { withoutFiles: true });
      await page.goto(`${environment.origin}/ready`);
      await waitForText(page, FAILURE_TEXT);
      expect(await runSliceCommand(environment, 'verify', 'mf-application')).toMatchObject({
        code: 1,
        output: expect.stringContaining(`mf-application/${version}/${file} has been tampered with.`),
      });
    } finally {
      await restoreFile();
    }
  });

  test('verify accepts the files as they were published', async () => {
    expect(await runSliceCommand(environment, 'verify', 'mf-application')).toMatchObject({ code: 0 });
  });
});
