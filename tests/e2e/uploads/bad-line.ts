import { type BadLine, eventually, scaledTimeout, startBadLine } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { openBrowser, pick, press, reads, type } from '../browser.ts';
import { pdfOf } from '../contract/files.ts';
import { isStored, readsAt, textAt } from './field.ts';
import type { OpenForm, UploadStage } from './stage.ts';

const MB = 1024 * 1024;
const FILE_BYTES = 2 * MB - 1000;
const SMALL_BYTES = 50_000;
/** A line on which 2 MB take some ten seconds. */
const SLOW = { upload: 200 * 1024, download: MB, latency: 20 };

const field = '.field:has(input[name="birthcertificate"])';

/** Bytes that the bar says have gone. */
const gone = (page: Page): Promise<number> =>
  page.$eval(`${field} progress`, (bar) => (bar as HTMLProgressElement).value);

async function pickOverSlowLine(stage: UploadStage, { page }: OpenForm): Promise<void> {
  await page.emulateNetworkConditions(SLOW);
  await pick(page, 'birthcertificate', stage.path('two-megabytes.pdf'));
  await eventually(async () => (await gone(page)) > 256 * 1024, { timeoutMs: 30_000 });
}

/** Runs a story in a browser whose line to the portal has these faults. */
async function overLine(
  stage: UploadStage,
  faults: Parameters<typeof startBadLine>[1],
  story: (form: OpenForm, line: BadLine) => Promise<void>,
): Promise<void> {
  const { origin } = stage.portal;
  const line = await startBadLine(origin, faults);
  const detour = `MAP ${new URL(origin).host} ${new URL(line.url).host}`;
  const browser = await openBrowser({ flags: [`--host-resolver-rules=${detour}`] });
  try {
    await story(await stage.openForm(browser), line);
  } finally {
    await browser.close();
    await line.stop();
  }
}

export function badLineStories(stage: UploadStage): void {
  describe('over a bad line', () => {
    beforeAll(() => stage.files({ 'two-megabytes.pdf': pdfOf(FILE_BYTES), 'small.pdf': pdfOf(SMALL_BYTES) }));

    test('when it drops twice, then 2 MB arrive, and little is sent again', () =>
      overLine(stage, { breaks: [700_000, 700_000] }, async ({ page }, line) => {
        await pick(page, 'birthcertificate', stage.path('two-megabytes.pdf'));
        await isStored(page, 'birthcertificate', 'two-megabytes.pdf');
        expect(line.broken()).toBe(2);
        expect(line.sent()).toBeLessThan(1.5 * FILE_BYTES);
      }));

    test('when the last answer is lost, then the file is there all the same', () =>
      overLine(stage, { loses: { method: 'PATCH', answers: 1 } }, async ({ page }, line) => {
        const before = line.sent();
        await pick(page, 'birthcertificate', stage.path('small.pdf'));
        await isStored(page, 'birthcertificate', 'small.pdf');
        expect(line.broken()).toBe(1);
        // Chromium itself sends again, once, what got no answer on a connection that had been in use.
        expect(line.sent() - before).toBeLessThan(3 * SMALL_BYTES);
      }));

    test('when the phone is offline for a while, then it says so and goes on by itself', async () => {
      const form = await stage.openForm();
      const { page } = form;
      await pickOverSlowLine(stage, form);
      expect(await textAt(page, 'birthcertificate')).toMatch(/[\d.]+ \/ 2 MB/);

      await page.setOfflineMode(true);
      await readsAt(page, 'birthcertificate', 'Sending goes on by itself');
      const before = await gone(page);
      await page.setOfflineMode(false);

      await isStored(page, 'birthcertificate', 'two-megabytes.pdf');
      expect(before).toBeLessThan(FILE_BYTES);
    });

    test('when it is cancelled, then nothing is chosen, and it may be picked again', async () => {
      const form = await stage.openForm();
      const { page } = form;
      await pickOverSlowLine(stage, form);
      const taken = page.waitForRequest((request) => request.method() === 'DELETE');

      await press(page, 'Cancel', field);

      await taken;
      await page.waitForFunction((place) => !document.querySelector(`${place} progress`), {}, field);
      expect(await page.$(`${field} .file-chosen`)).toBeNull();
      await page.emulateNetworkConditions(null);
      await pick(page, 'birthcertificate', stage.path('two-megabytes.pdf'));
      await isStored(page, 'birthcertificate', 'two-megabytes.pdf');
    });

    test('when the session ends in the middle, then it goes on by itself after signing in in place', async () => {
      const form = await stage.openForm();
      const { page, session } = form;
      await pickOverSlowLine(stage, form);

      await session.call('logout');
      await page.waitForSelector('dialog[open] input[name="number"]', { timeout: scaledTimeout(30_000) });
      await page.emulateNetworkConditions(null);
      await page.locator('dialog[open] input[name="number"]').fill(session.person.number);
      await press(page, 'Request For OTP', 'dialog[open]');
      await page.waitForSelector('dialog[open] input[name="otp"]');
      const inbox = await fetch(`${stage.portal.origin}/dev/inbox?number=${session.person.number}`);
      const [newest] = (await inbox.json()) as { otp: string }[];
      await type(page, 'otp', newest?.otp ?? '');
      await press(page, 'Sign-In', 'dialog[open]');
      await reads(page, 'Login Success');

      await isStored(page, 'birthcertificate', 'two-megabytes.pdf');
    });
  });
}
