import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { openPhone, press, reads } from '../browser.ts';
import { buildSecondHistory, removeSecondHistory, SECOND } from './second-history.ts';
import { onHistoryPage, openStage, type Stage, slice, slicesNow } from './stage.ts';
import { tamper } from './tamper.ts';

let stage: Stage;
let second: string;
beforeAll(async () => {
  [stage, second] = await Promise.all([openStage(), buildSecondHistory()]);
});
afterAll(async () => {
  await stage?.stop();
  await removeSecondHistory();
});

const FAILED = 'This part could not be loaded';
const versionOf = async (name: string) => (await slicesNow(stage))[name]?.version ?? '';

/** Every byte that the shell serves for its page, but the registry it inlines. */
async function shellBytes(): Promise<string> {
  const { origin } = stage.portal;
  const html = await (await fetch(`${origin}/ticket`)).text();
  const assets = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path).sort();
  const hash = createHash('sha256');
  for (const path of assets) {
    hash.update(path).update(Buffer.from(await (await fetch(origin + path)).arrayBuffer()));
  }
  return hash.digest('hex');
}

test('a second version of mf-history is seen on the next load and so is its rollback, every byte of the shell unchanged', async () => {
  const page = await onHistoryPage(stage);
  await reads(page, 'No application yet');
  const [first, before] = [await versionOf('mf-history'), await shellBytes()];

  expect(await slice(stage, 'publish', 'mf-history', '--dist', second)).toMatchObject({ code: 0 });
  expect(await slice(stage, 'deploy', 'mf-history', '--dist', second)).toMatchObject({ code: 0 });
  await page.reload();
  await reads(page, SECOND);
  expect(await shellBytes()).toBe(before);

  expect(await slice(stage, 'rollback', 'mf-history')).toMatchObject({ code: 0 });
  expect(await versionOf('mf-history')).toBe(first);
  await page.reload();
  await reads(page, 'No application yet');
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(SECOND);
});

test('who is given a canary keeps it from load to load, and who is not, does not, until it is promoted or rolled back', async () => {
  expect(await slice(stage, 'canary', 'mf-history', '--dist', second, '--share', '50')).toMatchObject({
    code: 0,
  });
  const pages = await Promise.all(Array.from({ length: 2 }, () => onHistoryPage(stage)));
  const saysSecond = async (page: Page) => {
    await reads(page, 'No application yet');
    return page.evaluate((words) => document.body.textContent?.includes(words), SECOND);
  };
  const [one, other] = pages as [Page, Page];
  const got = await saysSecond(one);
  // With another number than this browser's the draw is another, sooner or later.
  await eventually(async () => {
    if ((await saysSecond(other)) !== got) return true;
    await other.browserContext().deleteMatchingCookies({ name: 'archaka_visitor' });
    await other.reload();
    return false;
  });
  for (const page of pages) await page.reload();
  expect([await saysSecond(one), await saysSecond(other)]).toEqual([got, !got]);

  expect(await slice(stage, 'promote', 'mf-history')).toMatchObject({ code: 0 });
  for (const page of pages) await page.reload();
  for (const page of pages) await reads(page, SECOND);

  expect(await slice(stage, 'rollback', 'mf-history')).toMatchObject({ code: 0 });
  for (const page of pages) await page.reload();
  expect([await saysSecond(one), await saysSecond(other)]).toEqual([false, false]);
});

test('a build that the running parts do not serve is refused by name, and pages stay as they were', async () => {
  const before = await versionOf('mf-history');
  const copy = await mkdtemp(join(tmpdir(), 'unfit-'));
  await cp(second, copy, { recursive: true });
  const facts = JSON.parse(await readFile(join(copy, 'slice.json'), 'utf8'));
  const call = { name: 'getreceipt', digest: 'x' };
  const unfit = { ...facts, calls: [...facts.calls, call], platform: [...facts.platform, 'Timeline'] };
  await writeFile(join(copy, 'slice.json'), JSON.stringify(unfit));

  expect(await slice(stage, 'publish', 'mf-history', '--dist', copy)).toMatchObject({ code: 0 });
  const { code, text } = await slice(stage, 'deploy', 'mf-history', '--dist', copy);

  expect(code).toBe(1);
  expect(text).toMatch(/does not fit what runs:\n- getreceipt: .*\n- Timeline: /);
  expect(await versionOf('mf-history')).toBe(before);
  await rm(copy, { recursive: true });
});

describe('a file that was tampered with in the store is refused, its place says so, and verify names it', () => {
  /** On the page that everybody may see, which is filled by mf-application. */
  const files = {
    'its entry': async () => (await manifest()).metaData.remoteEntry.name,
    'the chunk of its door': async () => (await manifest()).exposes[0]?.assets.js.sync[0] ?? '',
    'a chunk that comes when it is needed': async () => lazyChunk(),
  };
  const manifest = async () => {
    const release = (await slicesNow(stage))['mf-application'];
    if (!release) throw new Error('mf-application is not deployed');
    return release.manifest;
  };

  /** What an untouched page loads of the slice beyond what it begins with. */
  async function lazyChunk(): Promise<string> {
    const { metaData, exposes } = await manifest();
    const first = [metaData.remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.sync)];
    const { page } = await openPhone(stage.browser);
    await page.goto(`${stage.portal.origin}/ready`);
    return eventually(async () => {
      const loaded = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      );
      const chunks = loaded.filter(
        (path) => path.startsWith('/slices/mf-application/') && path.endsWith('.js'),
      );
      return chunks.map((path) => path.split('/').at(-1) ?? '').find((file) => !first.includes(file));
    });
  }

  test.each(Object.keys(files) as (keyof typeof files)[])('%s', async (which) => {
    const file = await files[which]();
    const version = await versionOf('mf-application');
    const putBack = await tamper(join(stage.store, 'mf-application', version), file);
    try {
      const { page } = await openPhone(stage.browser);
      await page.goto(`${stage.portal.origin}/ready`);
      await reads(page, FAILED);
      expect(await slice(stage, 'verify', 'mf-application')).toMatchObject({
        code: 1,
        text: expect.stringContaining(`mf-application/${version}/${file} has been tampered with.`),
      });
    } finally {
      await putBack();
    }
    expect(await slice(stage, 'verify', 'mf-application')).toMatchObject({ code: 0 });
  });
});

test('when a remote cannot be loaded its place says so, the rest works, and it comes back by itself', async () => {
  const { store, portal } = stage;
  await rename(join(store, 'mf-history'), join(store, 'gone'));
  try {
    const page = await onHistoryPage(stage);
    await reads(page, FAILED);
    await press(page, 'Home');
    await reads(page, 'Application Form');
    await page.goto(`${portal.origin}/ticket`);
    await reads(page, FAILED);

    await rename(join(store, 'gone'), join(store, 'mf-history'));
    await reads(page, 'No application yet');
  } finally {
    await rename(join(store, 'gone'), join(store, 'mf-history')).catch(() => undefined);
  }
});
