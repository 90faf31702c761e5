import { eventually, type FaultyConnection, type startFaultyConnection } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, pickFile } from '../browser.ts';
import { createPdfOfSize } from '../contract/files.ts';
import { openSeverableBrowser } from '../severable-browser.ts';
import {
  type OpenForm,
  readFieldText,
  type UploadEnvironment,
  waitForFieldText,
  waitUntilStored,
} from './environment.ts';

const MB = 1024 * 1024;
const FILE_BYTES = 2 * MB - 1000;
const SMALL_BYTES = 50_000;
/** A connection on which 2 MB need some ten seconds. */
const SLOW = { upload: 200 * 1024, download: MB, latency: 20 };

const field = '.field:has(input[name="birthcertificate"])';

/** Sent bytes, from the progress bar. */
const readProgress = (page: Page): Promise<number> =>
  page.$eval(`${field} progress`, (bar) => (bar as HTMLProgressElement).value);

async function pickOverSlowConnection(environment: UploadEnvironment, { page }: OpenForm): Promise<void> {
  await page.emulateNetworkConditions(SLOW);
  await pickFile(page, 'birthcertificate', environment.toPath('two-megabytes.pdf'));
  await eventually(async () => (await readProgress(page)) > 256 * 1024);
}

/** Runs a scenario in a browser whose connection to the portal has these faults. */
async function withFaultyConnection(
  environment: UploadEnvironment,
  faults: Parameters<typeof startFaultyConnection>[1],
  scenario: (form: OpenForm, connection: FaultyConnection) => Promise<void>,
): Promise<void> {
  const { browser, connection, close } = await openSeverableBrowser(environment.portal.origin, { faults });
  try {
    await scenario(await environment.openForm(browser), connection);
  } finally {
    await close();
  }
}

export function testFaultyConnections(environment: UploadEnvironment): void {
  describe('over a bad line', () => {
    beforeAll(() =>
      environment.writeFiles({
        'two-megabytes.pdf': createPdfOfSize(FILE_BYTES),
        'small.pdf': createPdfOfSize(SMALL_BYTES),
      }),
    );

    test('2 MB arrive over a connection that breaks twice, with little sent again', () =>
      withFaultyConnection(
        environment,
        { breakAfterBytes: [700_000, 700_000] },
        async ({ page }, connection) => {
          await pickFile(page, 'birthcertificate', environment.toPath('two-megabytes.pdf'));
          await waitUntilStored(page, 'birthcertificate', 'two-megabytes.pdf');
          expect(connection.breakCount()).toBe(2);
          expect(connection.sentBytes()).toBeLessThan(1.5 * FILE_BYTES);
        },
      ));

    test('the file is stored although the last response is lost', () =>
      withFaultyConnection(
        environment,
        { loseResponses: { method: 'PATCH', count: 1 } },
        async ({ page }, connection) => {
          const sentBefore = connection.sentBytes();
          await pickFile(page, 'birthcertificate', environment.toPath('small.pdf'));
          await waitUntilStored(page, 'birthcertificate', 'small.pdf');
          expect(connection.breakCount()).toBe(1);
          // Chromium itself repeats a request once if a reused connection delivers no response.
          expect(connection.sentBytes() - sentBefore).toBeLessThan(3 * SMALL_BYTES);
        },
      ));

    test('reports an offline phone and continues automatically', async () => {
      const form = await environment.openForm();
      const { page } = form;
      await pickOverSlowConnection(environment, form);
      expect(await readFieldText(page, 'birthcertificate')).toMatch(/[\d.]+ \/ 2 MB/);

      await page.setOfflineMode(true);
      await waitForFieldText(page, 'birthcertificate', 'Sending goes on by itself');
      const progressBefore = await readProgress(page);
      await page.emulateNetworkConditions(null);
      await page.setOfflineMode(false);

      await waitUntilStored(page, 'birthcertificate', 'two-megabytes.pdf');
      expect(progressBefore).toBeLessThan(FILE_BYTES);
    });

    test('a cancelled upload leaves no file, and it can be selected again', async () => {
      const form = await environment.openForm();
      const { page } = form;
      await pickOverSlowConnection(environment, form);
      const deletion = page.waitForRequest((request) => request.method() === 'DELETE');

      await clickControl(page, 'Cancel', field);

      await deletion;
      await page.waitForFunction((selector) => !document.querySelector(`${selector} progress`), {}, field);
      expect(await page.$(`${field} .file-chosen`)).toBeNull();
      await page.emulateNetworkConditions(null);
      await pickFile(page, 'birthcertificate', environment.toPath('two-megabytes.pdf'));
      await waitUntilStored(page, 'birthcertificate', 'two-megabytes.pdf');
    });
  });
}
