import { buildPdf, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { pickFile } from '../browser.ts';
import { openSeverableBrowser } from '../severable-browser.ts';
import { createUploadEnvironment, readFieldText, waitForFieldText, waitUntilStored } from './environment.ts';

const MB = 1024 * 1024;
const FILE_BYTES = 2 * MB - 1000;
const createPaddedPdf = () => Buffer.concat([buildPdf(), Buffer.alloc(FILE_BYTES - buildPdf().length, ' ')]);
/** A connection on which 2 MB need some ten seconds. */
const SLOW = { upload: 200 * 1024, download: MB, latency: 20 };

const field = '.field:has(input[name="birthcertificate"])';

/** Sent bytes, from the progress bar. */
const readProgress = (page: Page): Promise<number> =>
  page.$eval(`${field} progress`, (bar) => (bar as HTMLProgressElement).value);

const environment = createUploadEnvironment();

describe('over a bad line', () => {
  beforeAll(() => environment.writeFiles({ 'two-megabytes.pdf': createPaddedPdf() }));

  test('2 MB arrive over a connection that breaks twice and loses a response, with little sent again', async () => {
    const faults = { breakAfterBytes: [700_000, 700_000], loseResponses: { method: 'PATCH', count: 1 } };
    const { browser, connection, close } = await openSeverableBrowser(environment.portal.origin, {
      faults,
    });
    try {
      const { page } = await environment.openForm(browser);
      await pickFile(page, 'birthcertificate', environment.toPath('two-megabytes.pdf'));
      await waitUntilStored(page, 'birthcertificate', 'two-megabytes.pdf');
      expect(connection.breakCount()).toBe(3);
      expect(connection.sentBytes()).toBeLessThan(1.5 * FILE_BYTES);
    } finally {
      await close();
    }
  });

  test('reports an offline phone and continues automatically', async () => {
    const { page } = await environment.openForm();
    await page.emulateNetworkConditions(SLOW);
    await pickFile(page, 'birthcertificate', environment.toPath('two-megabytes.pdf'));
    await eventually(async () => (await readProgress(page)) > 256 * 1024);
    expect(await readFieldText(page, 'birthcertificate')).toMatch(/[\d.]+ \/ 2 MB/);

    await page.setOfflineMode(true);
    await waitForFieldText(page, 'birthcertificate', 'Sending goes on by itself');
    const progressBefore = await readProgress(page);
    await page.emulateNetworkConditions(null);
    await page.setOfflineMode(false);

    await waitUntilStored(page, 'birthcertificate', 'two-megabytes.pdf');
    expect(progressBefore).toBeLessThan(FILE_BYTES);
  });
});
