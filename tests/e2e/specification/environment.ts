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
import type { Browser, Page } from 'puppeteer';
import { closeBrowser, closePage, LAPTOP, openBrowser, openPage } from '../browser.ts';
import type { BrowserOptions } from '../browser-contexts.ts';
import { setLanguageCookie, setSessionCookie } from '../cookies.ts';
import { createPaidApplicant } from '../history/application.ts';
import { type AnnouncementRecorder, recordAnnouncements } from './announcements.ts';

/** A page of the portal, with a recorder of its messages. */
export interface Screen extends AnnouncementRecorder {
  readonly page: Page;
}

interface OpenOptions {
  /** Signed in as this applicant; a visitor without. */
  readonly session?: ApplicantSession;
  readonly language?: 'te' | 'en';
  /** With the loader that a visit begins with. */
  readonly startup?: boolean;
  /** Called before the page loads. */
  readonly before?: (page: Page) => Promise<unknown>;
}

type PaidApplicant = Awaited<ReturnType<typeof createPaidApplicant>>;

const FILES = ['paper.pdf', 'photo.jpg', 'photo.png', 'renamed.pdf'] as const;

/** The run's portal and one browser for all screens. */
export interface BrowserEnvironment {
  readonly portal: PortalAddresses;
  /** Opens an address in a separate browser context, closed after the test. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Screen>;
  /** One page for all tests of the calling `describe`; they must not change it. */
  readonly useSharedScreen: (open: () => Promise<Screen>) => () => Screen;
  readonly registerApplicant: () => Promise<ApplicantSession>;
  /** A paid applicant, shared by all tests of the suite, which only read. */
  readonly getPaidApplicant: () => Promise<PaidApplicant>;
  readonly createVisitor: () => ApplicantSession;
  /** Path of a file for the file picker; `renamed.pdf` is a JPEG. */
  readonly getFile: (name: (typeof FILES)[number]) => string;
}

/** Registers start and stop of a browser with these options in the calling suite. */
export function createBrowserEnvironment(options?: BrowserOptions): BrowserEnvironment {
  const portal = getSharedPortal();
  let browser: Browser;
  let filesFolder: string;
  let paidApplicant: Promise<PaidApplicant> | undefined;
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
    { session, language, startup = false, before }: OpenOptions = {},
  ): Promise<Screen> => {
    const { page } = await openPage(browser, LAPTOP, { startup });
    openPages.add(page);
    if (session) await setSessionCookie(page, session);
    if (language) await setLanguageCookie(page, language);
    const recorder = await recordAnnouncements(page);
    await before?.(page);
    await page.goto(`${portal.origin}${path}`);
    return { page, ...recorder };
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
    getPaidApplicant: () => {
      paidApplicant ??= createPaidApplicant(portal);
      return paidApplicant;
    },
    createVisitor: () => createVisitorSession(portal.origin),
    getFile: (name) => join(filesFolder, name),
  };
}
