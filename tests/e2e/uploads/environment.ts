import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplicantSession } from '@archaka/test-kit';
import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { PHONE } from '../browser.ts';
import { createBrowserEnvironment, type Screen } from '../specification/environment.ts';

/** An applicant's form on a phone. */
export interface OpenForm extends Screen {
  readonly session: ApplicantSession;
}

/** Registers start and stop of one browser in the calling suite. */
export function createUploadEnvironment() {
  const { portal, open, registerApplicant } = createBrowserEnvironment();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    portal,
    open,
    /** Writes files for the file picker. */
    async writeFiles(contents: Readonly<Record<string, Buffer>>) {
      for (const [name, bytes] of Object.entries(contents)) await writeFile(join(folder, name), bytes);
    },
    toPath: (name: string) => join(folder, name),
    /** The form of a new applicant, in English first, in this browser or another. */
    async openForm(browser?: Browser): Promise<OpenForm> {
      const session = await registerApplicant();
      const screen = await open('/', {
        session,
        language: 'en',
        viewport: PHONE,
        ...(browser && { browser }),
      });
      await screen.page.waitForSelector('input[name="birthcertificate"]');
      return { ...screen, session };
    },
  };
}

/** Waits for the next completed upload. @returns the stored file */
export async function fetchNextStoredFile({ page, session }: OpenForm): Promise<Buffer> {
  const response = await page.waitForResponse(
    (candidate) => candidate.request().method() === 'PATCH' && candidate.status() === 200,
  );
  const { document_id } = (await response.json()) as { document_id: string };
  return Buffer.from(await (await session.fetch(`/api/documents/${document_id}`)).arrayBuffer());
}

/** The texts of a file's field. */
export const readFieldText = (page: Page, name: string): Promise<string> =>
  page.$eval(`.field:has(input[name="${name}"])`, (field) => field.textContent?.replace(/\s+/g, ' ') ?? '');

/** Waits until the field shows this text. */
export async function waitForFieldText(page: Page, name: string, text: string): Promise<void> {
  const selector = `.field:has(input[name="${name}"])`;
  const isShown = (target: string, expected: string) =>
    document.querySelector(target)?.textContent?.includes(expected);
  await page.waitForFunction(isShown, {}, selector, text).catch(async (error) => {
    throw new Error(`'${text}' is not at ${name}, which reads: ${await readFieldText(page, name)}`, {
      cause: error,
    });
  });
}

/** Waits until the picked file of that name is stored. */
export const waitUntilStored = (page: Page, name: string, fileName: string): Promise<void> =>
  waitForFieldText(page, `${name}`, fileName).then(() =>
    page.waitForSelector(`.field:has(input[name="${name}"]) .file-chosen`).then(() => undefined),
  );
