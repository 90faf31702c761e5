import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApplicantSession,
  buildPdf,
  buildPhoto,
  createVisitorSession,
  getSharedPortal,
  type PortalAddresses,
  registerApplicant,
} from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, Page, Viewport } from 'puppeteer';
import { closeBrowser, closePage, type Faults, LAPTOP, openBrowser, openPage } from '../browser.ts';
import type { BrowserOptions } from '../browser-contexts.ts';
import { setLanguageCookie, setSessionCookie } from '../page.ts';
import { type AnnouncementRecorder, recordAnnouncements } from './announcements.ts';

/** A page of the portal, with its faults and a recorder of its messages. */
export interface Screen extends AnnouncementRecorder {
  readonly page: Page;
  readonly faults: Faults;
}

interface OpenOptions {
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
export interface BrowserEnvironment {
  readonly portal: PortalAddresses;
  /** Opens an address in a separate browser context, closed after the test. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Screen>;
  /** One page for all tests of the calling `describe`; they must not change it. */
  readonly useSharedScreen: (open: () => Promise<Screen>) => () => Screen;
  readonly registerApplicant: () => Promise<ApplicantSession>;
  readonly createVisitor: () => ApplicantSession;
  /** Path of a file for the file picker; `renamed.pdf` is a JPEG. */
  readonly getFile: (name: (typeof FILES)[number]) => string;
}

/** Registers start and stop of a browser with these options in the calling suite. */
export function createBrowserEnvironment(options?: BrowserOptions): BrowserEnvironment {
  const portal = getSharedPortal();
  let browser: Browser;
  let filesFolder: string;
  const openPages = new Set<Page>();

  beforeAll(async () => {
    [browser, filesFolder] = await Promise.all([openBrowser(options), mkdtemp(join(tmpdir(), 'papers-'))]);
    const contents = [
      buildPdf(),
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

  const open = async (
    path: string,
    { session, language, viewport = LAPTOP, browser: chosen = browser, before }: OpenOptions = {},
  ): Promise<Screen> => {
    const { page, faults } = await openPage(chosen, viewport);
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
    useSharedScreen(openScreen) {
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
    getFile: (name) => join(filesFolder, name),
  };
}
