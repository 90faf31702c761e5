import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApplicantSession,
  getSharedPortal,
  type PortalAddresses,
  registerApplicant,
  scaledTimeout,
} from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { closeBrowser, closePage, type Faults, openBrowser, openPhone } from '../browser.ts';
import { setLanguageCookie, setSessionCookie } from '../cookies.ts';

/** An applicant's form on a phone. */
export interface OpenForm {
  readonly page: Page;
  readonly faults: Faults;
  readonly session: ApplicantSession;
}

export interface UploadEnvironment {
  readonly portal: PortalAddresses;
  readonly getBrowser: () => Browser;
  /** Writes files for the file picker. @returns the path of each by its name */
  readonly writeFiles: (contents: Readonly<Record<string, Buffer>>) => Promise<void>;
  readonly toPath: (name: string) => string;
  /** The form of a new applicant, in English first, in this browser or another. */
  readonly openForm: (browser?: Browser) => Promise<OpenForm>;
}

/** Registers start and stop of one browser in the calling suite. */
export function createUploadEnvironment(): UploadEnvironment {
  const portal = getSharedPortal();
  let browser: Browser;
  let folder: string;
  const openPages: Page[] = [];

  beforeAll(async () => {
    [browser, folder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'uploads-'))]);
  });
  afterEach(async () => {
    await Promise.all(openPages.splice(0).map(closePage));
  });
  afterAll(async () => {
    await closeBrowser(browser);
    await rm(folder, { recursive: true, force: true });
  });

  return {
    portal,
    getBrowser: () => browser,
    writeFiles: async (contents) => {
      const writes = Object.entries(contents).map(([name, bytes]) => writeFile(join(folder, name), bytes));
      await Promise.all(writes);
    },
    toPath: (name) => join(folder, name),
    async openForm(chosenBrowser = browser) {
      const session = await registerApplicant(portal.origin);
      const { page, faults } = await openPhone(chosenBrowser);
      if (chosenBrowser === browser) openPages.push(page);
      await setSessionCookie(page, session);
      await setLanguageCookie(page, 'en');
      await page.goto(portal.origin);
      await page.waitForSelector('input[name="birthcertificate"]');
      return { page, faults, session };
    },
  };
}

const TIMEOUT_MS = scaledTimeout(60_000);

/** The texts of a file's field. */
export const readFieldText = (page: Page, name: string): Promise<string> =>
  page.$eval(`.field:has(input[name="${name}"])`, (field) => field.textContent?.replace(/\s+/g, ' ') ?? '');

/** Waits until the field shows this text. */
export async function waitForFieldText(page: Page, name: string, text: string): Promise<void> {
  const selector = `.field:has(input[name="${name}"])`;
  const isShown = (target: string, expected: string) =>
    document.querySelector(target)?.textContent?.includes(expected);
  await page.waitForFunction(isShown, { timeout: TIMEOUT_MS }, selector, text).catch(async (error) => {
    throw new Error(`'${text}' is not at ${name}, which reads: ${await readFieldText(page, name)}`, {
      cause: error,
    });
  });
}

/** Waits until the picked file of that name is stored. */
export const waitUntilStored = (page: Page, name: string, fileName: string): Promise<void> =>
  waitForFieldText(page, `${name}`, fileName).then(() =>
    page
      .waitForSelector(`.field:has(input[name="${name}"]) .file-chosen`, { timeout: TIMEOUT_MS })
      .then(() => undefined),
  );
