import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApplicantSession,
  buildPdf,
  buildPhoto,
  createVisitorSession,
  getSharedPortal,
  registerApplicant,
} from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, Page, Viewport } from 'puppeteer';
import {
  closeBrowser,
  closePage,
  type Faults,
  LAPTOP,
  openBrowser,
  openPage,
  type PageOptions,
} from '../browser.ts';
import type { BrowserOptions } from '../browser-contexts.ts';
import { setLanguageCookie, setSessionCookie } from '../page.ts';
import { type AnnouncementRecorder, recordAnnouncements } from './announcements.ts';

/** A page of the portal, with its faults and a recorder of its messages. */
export interface Screen extends AnnouncementRecorder {
  readonly page: Page;
  readonly faults: Faults;
}

interface OpenOptions extends Pick<PageOptions, 'startup'> {
  /** Signed in as this applicant; a visitor without. */
  readonly session?: ApplicantSession;
  readonly language?: 'te' | 'en';
  /** Default: a laptop. */
  readonly viewport?: Viewport;
  /** Default: the environment's own. Pages of another are closed with it. */
  readonly browser?: Browser;
  /** Called before the page loads. */
  readonly before?: (page: Page) => Promise<unknown>;
}

const FILES = ['paper.pdf', 'photo.jpg', 'photo.png', 'renamed.pdf'] as const;

/** The run's portal and one browser for all screens. */
export type BrowserEnvironment = ReturnType<typeof createBrowserEnvironment>;

/** Registers start and stop of a browser with these options in the calling suite. */
export function createBrowserEnvironment(options?: BrowserOptions) {
  const portal = getSharedPortal();
  let browser: Browser;
  let filesFolder: string;
  const openPages = new Set<Page>();

  beforeAll(async () => {
    [browser, filesFolder] = await Promise.all([openBrowser(options), mkdtemp(join(tmpdir(), 'papers-'))]);
    const contents = [
      buildPdf(undefined, 1),
      await buildPhoto('jpeg'),
      await buildPhoto('png'),
      await buildPhoto('jpeg'),
    ];
    await Promise.all(FILES.map((name, index) => writeFile(join(filesFolder, name), contents[index] ?? '')));
  });
  afterAll(async () => {
    await closeBrowser(browser);
    await rm(filesFolder, { recursive: true, force: true });
  });
  afterEach(async () => {
    const pages = [...openPages];
    openPages.clear();
    await Promise.all(pages.map(closePage));
  });

  /** Opens an address in a separate browser context, closed after the test. */
  const open = async (
    path: string,
    { session, language, viewport = LAPTOP, browser: chosen = browser, before, ...options }: OpenOptions = {},
  ): Promise<Screen> => {
    const { page, faults } = await openPage(chosen, viewport, options);
    if (chosen === browser) openPages.add(page);
    if (session) await setSessionCookie(page, session);
    if (language) await setLanguageCookie(page, language);
    const recorder = await recordAnnouncements(page);
    await before?.(page);
    await page.goto(`${portal.origin}${path}`);
    return { page, faults, ...recorder };
  };

  return {
    portal,
    open,
    /** One page for all tests of the calling `describe`; they must not change it. */
    useSharedScreen(openScreen: () => Promise<Screen>) {
      let screen: Screen;
      beforeAll(async () => {
        screen = await openScreen();
        openPages.delete(screen.page);
      });
      afterAll(() => screen && closePage(screen.page));
      return () => screen;
    },
    registerApplicant: () => registerApplicant(portal.origin),
    createVisitor: () => createVisitorSession(portal.origin),
    /** Path of a file for the file picker; `renamed.pdf` is a JPEG. */
    getFile: (name: (typeof FILES)[number]) => join(filesFolder, name),
  };
}
