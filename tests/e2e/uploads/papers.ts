import { eventually, pdf, photo, scaledTimeout } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { intercept, pick, press } from '../browser.ts';
import { pdfOf } from '../contract/files.ts';
import { isStored, readsAt } from './field.ts';
import type { UploadStage } from './stage.ts';

const MB = 1024 * 1024;

/** Waits until the page of the PDF in the dialog's frame has something on it; gives how wide it is drawn. */
const drawnWidth = (page: Page): Promise<number> =>
  page
    .waitForFunction(
      () => {
        const canvas = document
          .querySelector<HTMLIFrameElement>('dialog[open] iframe')
          ?.contentDocument?.querySelector('canvas');
        const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
        return canvas && dots?.some((dot, at) => at % 4 === 0 && dot < 100 && dots[at + 3] === 255)
          ? canvas.width
          : undefined;
      },
      { timeout: scaledTimeout(30_000) },
    )
    .then((width) => width.jsonValue() as Promise<number>);

const frameText = (page: Page): Promise<string> =>
  page.$eval(
    'dialog[open] iframe',
    (frame) => (frame as HTMLIFrameElement).contentDocument?.body.textContent ?? '',
  );

export function paperStories(stage: UploadStage): void {
  describe('a paper', () => {
    beforeAll(async () =>
      stage.files({
        'birth.pdf': pdf(),
        'renamed.pdf': await photo(),
        'empty.pdf': Buffer.alloc(0),
        'locked.pdf': Buffer.concat([pdf(), Buffer.from('\ntrailer << /Encrypt 5 0 R >>')]),
        'large.pdf': pdfOf(2 * MB + 1),
        'broken.pdf': Buffer.from('%PDF-1.7\nbirth certificate'),
      }),
    );

    test('when it is picked, then its first page is seen before it is sent', async () => {
      const { page, faults } = await stage.openForm();
      // The picture comes at its own pace; the second paper finds everything there.
      await pick(page, 'birthcertificate', stage.path('birth.pdf'));
      await isStored(page, 'birthcertificate', 'birth.pdf');
      await page.waitForSelector('.field:has(input[name="birthcertificate"]) img.file-page');
      const held: (() => Promise<void>)[] = [];
      await intercept(page, (request) => {
        if (request.url().endsWith('/api/uploads')) held.push(() => request.continue());
        else void request.continue();
      });

      await pick(page, 'birthcertificate', stage.path('birth.pdf'));

      await page.waitForSelector('.field:has(input[name="birthcertificate"]) .upload');
      await page.waitForSelector('.field:has(input[name="birthcertificate"]) img.file-page');
      expect(await page.$('.field:has(input[name="birthcertificate"]) .file-chosen')).toBeNull();
      await eventually(() => held.length > 0);
      for (const go of held) await go();
      await isStored(page, 'birthcertificate', 'birth.pdf');
      expect(faults.list).toEqual([]);
    });

    test('when the browser shows no PDF, then the frame of its modal does, larger on demand', async () => {
      const { page, faults } = await stage.openForm();
      await page.evaluateOnNewDocument(() =>
        Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }),
      );
      await page.reload();
      await pick(page, 'birthcertificate', stage.path('birth.pdf'));
      await isStored(page, 'birthcertificate', 'birth.pdf');

      await press(page, 'View');

      const width = await drawnWidth(page);
      expect(await frameText(page)).toContain('Page 1 of 1');
      await press(page, 'Make it larger', 'dialog[open]');
      await page.waitForFunction(
        (before) =>
          (document
            .querySelector<HTMLIFrameElement>('dialog[open] iframe')
            ?.contentDocument?.querySelector('canvas')?.width ?? 0) > before,
        {},
        width,
      );
      expect(faults.list).toEqual([]);
    });

    test('when it cannot be taken, then it says why in place', async () => {
      const { page } = await stage.openForm();
      const told = {
        'renamed.pdf': 'Upload Pdf Only',
        'empty.pdf': 'Upload Pdf Only. This file is empty',
        'locked.pdf': 'This PDF is locked',
        'large.pdf': 'larger than 2 MB',
        'broken.pdf': 'This PDF cannot be opened',
      };
      for (const [name, words] of Object.entries(told)) {
        await pick(page, 'birthcertificate', stage.path(name));
        await readsAt(page, 'birthcertificate', words);
      }
    });
  });
}
