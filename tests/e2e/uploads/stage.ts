import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApplicantSession, newcomer, type PortalAddresses, portalOfTheRun } from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { closePage, type Faults, openBrowser, openPhone } from '../browser.ts';
import { takeLanguage, takeSession } from '../cookies.ts';

/** An applicant's form on a phone. */
export interface OpenForm {
  readonly page: Page;
  readonly faults: Faults;
  readonly session: ApplicantSession;
}

export interface UploadStage {
  readonly portal: PortalAddresses;
  readonly browser: () => Browser;
  /** Puts files where they can be picked; gives the path of each by its name. */
  readonly files: (contents: Readonly<Record<string, Buffer>>) => Promise<void>;
  readonly path: (name: string) => string;
  /** The form of someone new, in English first, in this browser or another. */
  readonly openForm: (browser?: Browser) => Promise<OpenForm>;
}

/** Registers start and stop of one browser in the suite that calls it. */
export function openUploadStage(): UploadStage {
  const portal = portalOfTheRun();
  let browser: Browser;
  let folder: string;
  const opened: Page[] = [];

  beforeAll(async () => {
    [browser, folder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'uploads-'))]);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(closePage));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    portal,
    browser: () => browser,
    files: async (contents) => {
      const written = Object.entries(contents).map(([name, bytes]) => writeFile(join(folder, name), bytes));
      await Promise.all(written);
    },
    path: (name) => join(folder, name),
    async openForm(inBrowser = browser) {
      const session = await newcomer(portal.origin);
      const { page, faults } = await openPhone(inBrowser);
      if (inBrowser === browser) opened.push(page);
      await takeSession(page, session);
      await takeLanguage(page, 'en');
      await page.goto(portal.origin);
      await page.waitForSelector('input[name="birthcertificate"]');
      return { page, faults, session };
    },
  };
}
