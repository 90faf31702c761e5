import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApplicantSession, eventually } from '@archaka/test-kit';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, PHONE, waitForText } from '../browser.ts';
import { readPdf } from '../pdf.ts';
import { createBrowserEnvironment } from '../specification/environment.ts';
import { createPaidApplicant } from './application.ts';

const environment = createBrowserEnvironment();

/** The hall ticket, from the history. */
describe('the hall ticket', () => {
  let session: ApplicantSession;
  let application_id: string;
  beforeAll(async () => {
    ({ session, application_id } = await createPaidApplicant(environment.portal));
  });
  /** For one test, since a browser renames a second file of the same name. */
  let downloads: string;
  beforeEach(async () => {
    downloads = await mkdtemp(join(tmpdir(), 'downloads-'));
  });
  afterEach(() => rm(downloads, { recursive: true, force: true }));

  const saveDownloads = async (page: Page) =>
    (await page.createCDPSession()).send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: downloads,
      browserContextId: page.browserContext().id ?? '',
    });
  const readDownload = (name: string) =>
    eventually(async () => readPdf(await readFile(join(downloads, name))));

  test('a press on a phone saves it under the application id and reports that', async () => {
    const { page } = await environment.open('/ticket', { session, language: 'en', before: saveDownloads });
    await page.setViewport(PHONE);
    await clickControl(page, 'Hall ticket', 'main');
    await waitForText(page, 'Downloaded.');
    expect((await readDownload(`${application_id}.pdf`)).text).toContain(session.person.name);
  });
});
