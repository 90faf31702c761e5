import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PortalAddresses, pdf, portrait, scaledTimeout } from '@archaka/test-kit';
import type { Browser, Page, Viewport } from 'puppeteer';
import { closePage, openPage } from '../e2e/browser.ts';
import { takeLanguage, takeSession } from '../e2e/cookies.ts';
import { actorOf } from './cast.ts';
import type { Scene } from './scene.ts';

export type Language = 'te' | 'en';

export interface Showing {
  readonly viewport: Viewport;
  readonly language: Language;
}

async function writePapers(): Promise<{ paper: string; picture: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'papers-'));
  const [paper, picture] = [join(folder, 'birth.pdf'), join(folder, 'me.jpg')];
  await Promise.all([writeFile(paper, pdf()), writeFile(picture, await portrait())]);
  return { paper, picture };
}

/** Files to pick, as they lie on an applicant's phone; written once. */
const papers = writePapers();

/** Waits until the page is React's, nothing is on its way any more and nothing lies over it. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      Object.keys(document.querySelector('.language-switch') ?? {}).some((key) =>
        key.startsWith('__react'),
      ) &&
      document.querySelector('.skeleton') === null &&
      [...document.querySelectorAll('.loader')].every((loader) => !loader.checkVisibility()),
    { timeout: scaledTimeout(20_000), polling: 50 },
  );
}

/** Opens a page of its own and brings it to the state that the scene shows. Close the page's context afterwards. */
export async function openScene(scene: Scene, options: SceneOptions): Promise<Page> {
  const { page } = await openPage(options.browser, options.showing.viewport);
  try {
    await bring(page, scene, options);
    return page;
  } catch (error) {
    await closePage(page);
    throw error;
  }
}

interface SceneOptions {
  readonly browser: Browser;
  readonly portal: PortalAddresses;
  readonly showing: Showing;
}

async function bring(page: Page, scene: Scene, { portal, showing }: SceneOptions): Promise<void> {
  await takeLanguage(page, showing.language);
  const actor = scene.role === 'visitor' ? undefined : await actorOf(portal, scene.role);
  if (actor) await takeSession(page, actor.session);
  await scene.before?.(page);
  await page.goto(`${portal.origin}${scene.path.replace(':order', actor?.orderId ?? '')}`);
  await settle(page);
  await scene.show?.({ page, portal, actor, ...(await papers) });
  if (!scene.busy) await settle(page);
}
