import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApplicantSession,
  newcomer,
  type PortalAddresses,
  pdf,
  photo,
  portalOfTheRun,
  visit,
} from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { closePage, LAPTOP, openBrowser, openPage } from '../browser.ts';
import { takeLanguage, takeSession } from '../cookies.ts';
import { type Listening, listen } from './said.ts';

/** A page of the portal, with an ear for what it says. */
export interface Screen extends Listening {
  readonly page: Page;
}

interface Opening {
  /** Signed in as this applicant; a visitor without. */
  readonly as?: ApplicantSession;
  readonly language?: 'te' | 'en';
  /** With the loader that a visit begins with. */
  readonly startup?: boolean;
  /** What is to be done before the page loads. */
  readonly before?: (page: Page) => Promise<unknown>;
}

const FILES = ['paper.pdf', 'photo.jpg', 'photo.png', 'renamed.pdf'] as const;

/** The portal of the run and one browser for every screen. */
export interface Stage {
  readonly portal: PortalAddresses;
  /** Opens an address in a browser context of its own, closed after the test. */
  readonly open: (path: string, opening?: Opening) => Promise<Screen>;
  /** One page for all tests of the `describe` that calls this; they leave it as it was. */
  readonly shared: (open: () => Promise<Screen>) => () => Screen;
  readonly newcomer: () => Promise<ApplicantSession>;
  readonly visitor: () => ApplicantSession;
  /** Path of a file to pick; `renamed.pdf` is a JPEG. */
  readonly file: (name: (typeof FILES)[number]) => string;
}

/** Registers start and stop in the suite that calls it. */
export function openStage(): Stage {
  const portal = portalOfTheRun();
  let browser: Browser;
  let papers: string;
  const opened = new Set<Page>();

  beforeAll(async () => {
    [browser, papers] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'papers-'))]);
    const contents = [pdf(), await photo('jpeg'), await photo('png'), await photo('jpeg')];
    await Promise.all(FILES.map((name, at) => writeFile(join(papers, name), contents[at] ?? '')));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(papers, { recursive: true, force: true });
  });
  afterEach(async () => {
    const pages = [...opened];
    opened.clear();
    await Promise.all(pages.map(closePage));
  });

  const open = async (
    path: string,
    { as, language, startup = false, before }: Opening = {},
  ): Promise<Screen> => {
    const { page } = await openPage(browser, LAPTOP, { startup });
    opened.add(page);
    if (as) await takeSession(page, as);
    if (language) await takeLanguage(page, language);
    const listening = await listen(page);
    await before?.(page);
    await page.goto(`${portal.origin}${path}`);
    return { page, ...listening };
  };

  return {
    portal,
    open,
    shared(openIt) {
      let screen: Screen;
      beforeAll(async () => {
        screen = await openIt();
        opened.delete(screen.page);
      });
      afterAll(() => screen && closePage(screen.page));
      return () => screen;
    },
    newcomer: () => newcomer(portal.origin),
    visitor: () => visit(portal.origin),
    file: (name) => join(papers, name),
  };
}
