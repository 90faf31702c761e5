import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, pay, submit, ticketOf } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { press, reads } from '../browser.ts';
import { readPdf } from '../read-pdf.ts';
import type { Stage } from '../specification/stage.ts';
import { edit, newestOf } from './application.ts';

const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };

/** The hall ticket, from the history. */
export const ticket = (stage: Stage) =>
  describe('the hall ticket', () => {
    let downloads: string;
    beforeAll(async () => {
      downloads = await mkdtemp(join(tmpdir(), 'downloads-'));
    });
    afterAll(() => rm(downloads, { recursive: true, force: true }));

    const paidApplicant = async () => {
      const session = await stage.newcomer();
      await pay(session, stage.portal.simulator, await submit(session));
      const { application_id } = await newestOf(session);
      await ticketOf(session, application_id);
      return { session, application_id };
    };
    const keepDownloads = async (page: Page) =>
      (await page.createCDPSession()).send('Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: downloads,
        browserContextId: page.browserContext().id ?? '',
      });
    const readDownload = (name: string) =>
      eventually(async () => readPdf(await readFile(join(downloads, name))), { timeoutMs: 20_000 });

    test('when it is pressed on a phone, then it is saved under the application id, and that is said', async () => {
      const { session, application_id } = await paidApplicant();
      const { page } = await stage.open('/ticket', { as: session, language: 'en', before: keepDownloads });
      await page.setViewport(PHONE);
      await press(page, 'Hall ticket', 'main');
      await reads(page, 'Downloaded.');
      expect((await readDownload(`${application_id}.pdf`)).text).toContain(session.person.name);
    });

    test('when the application is changed elsewhere, then the link waits for the new ticket and gives that', async () => {
      const { session, application_id } = await paidApplicant();
      const { page } = await stage.open('/ticket', { as: session, language: 'en', before: keepDownloads });
      await page.waitForSelector('a[href^="/api/tickets/"]');
      await edit(session, application_id, { name: 'Changed Name' });
      await ticketOf(session, application_id);
      await reads(page, 'Changed Name');
      await press(page, 'Hall ticket', 'main');
      await reads(page, 'Downloaded.');
      expect((await readDownload(`${application_id}.pdf`)).text).toContain('Changed Name');
    });

    test('when the line drops, then the failure is said, and pressing once more brings it', async () => {
      const { session, application_id } = await paidApplicant();
      const { page } = await stage.open('/ticket', { as: session, language: 'en', before: keepDownloads });
      await page.waitForSelector('a[href^="/api/tickets/"]');
      await page.setOfflineMode(true);
      await press(page, 'Hall ticket', 'main');
      await reads(page, 'It could not be downloaded.');
      await page.setOfflineMode(false);
      await press(page, 'Hall ticket', 'main');
      await reads(page, 'Downloaded.');
      await readDownload(`${application_id}.pdf`);
    });
  });
