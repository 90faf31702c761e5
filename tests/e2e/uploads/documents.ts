import { buildPdf, buildPhoto, eventually, scaledTimeout } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, intercept, pickFile } from '../browser.ts';
import { createPdfOfSize } from '../contract/files.ts';
import { type UploadEnvironment, waitForFieldText, waitUntilStored } from './environment.ts';

const MB = 1024 * 1024;

/** Waits until the PDF's page in the dialog's frame is rendered. @returns its width */
const readDrawnWidth = (page: Page): Promise<number> =>
  page
    .waitForFunction(
      () => {
        const canvas = document
          .querySelector<HTMLIFrameElement>('dialog[open] iframe')
          ?.contentDocument?.querySelector('canvas');
        const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
        return canvas && dots?.some((dot, index) => index % 4 === 0 && dot < 100 && dots[index + 3] === 255)
          ? canvas.width
          : undefined;
      },
      { timeout: scaledTimeout(30_000) },
    )
    .then((width) => width.jsonValue() as Promise<number>);

const readFrameText = (page: Page): Promise<string> =>
  page.$eval(
    'dialog[open] iframe',
    (frame) => (frame as HTMLIFrameElement).contentDocument?.body.textContent ?? '',
  );

export function testDocuments(environment: UploadEnvironment): void {
  describe('a paper', () => {
    beforeAll(async () =>
      environment.writeFiles({
        'birth.pdf': buildPdf(),
        'renamed.pdf': await buildPhoto(),
        'empty.pdf': Buffer.alloc(0),
        'large.pdf': createPdfOfSize(2 * MB + 1),
        'broken.pdf': Buffer.from('%PDF-1.7\nbirth certificate'),
      }),
    );

    test('shows the first page of a selected paper before the upload', async () => {
      const { page, faults } = await environment.openForm();
      // The first picture has to load the viewer; the second paper has it loaded.
      await pickFile(page, 'birthcertificate', environment.toPath('birth.pdf'));
      await waitUntilStored(page, 'birthcertificate', 'birth.pdf');
      await page.waitForSelector('.field:has(input[name="birthcertificate"]) img.file-page');
      const heldRequests: (() => Promise<void>)[] = [];
      await intercept(page, (request) => {
        if (request.url().endsWith('/api/uploads')) heldRequests.push(() => request.continue());
        else void request.continue();
      });

      await pickFile(page, 'birthcertificate', environment.toPath('birth.pdf'));

      await page.waitForSelector('.field:has(input[name="birthcertificate"]) .upload');
      await page.waitForSelector('.field:has(input[name="birthcertificate"]) img.file-page');
      expect(await page.$('.field:has(input[name="birthcertificate"]) .file-chosen')).toBeNull();
      await eventually(() => heldRequests.length > 0);
      for (const continueRequest of heldRequests) await continueRequest();
      await waitUntilStored(page, 'birthcertificate', 'birth.pdf');
      expect(faults.list).toEqual([]);
    });

    test('renders a PDF in the modal’s frame without a viewer of the browser, larger on demand', async () => {
      const { page, faults } = await environment.openForm();
      await page.evaluateOnNewDocument(() =>
        Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }),
      );
      await page.reload();
      await pickFile(page, 'birthcertificate', environment.toPath('birth.pdf'));
      await waitUntilStored(page, 'birthcertificate', 'birth.pdf');

      await clickControl(page, 'View');

      const width = await readDrawnWidth(page);
      expect(await readFrameText(page)).toContain('Page 1 of 1');
      await clickControl(page, 'Make it larger', 'dialog[open]');
      await page.waitForFunction(
        (widthBefore) =>
          (document
            .querySelector<HTMLIFrameElement>('dialog[open] iframe')
            ?.contentDocument?.querySelector('canvas')?.width ?? 0) > widthBefore,
        {},
        width,
      );
      expect(faults.list).toEqual([]);
    });

    test('explains a rejected file at its field', async () => {
      const { page } = await environment.openForm();
      const messages = {
        'renamed.pdf': 'Upload Pdf Only',
        'empty.pdf': 'Upload Pdf Only. This file is empty',
        'large.pdf': 'larger than 2 MB',
        'broken.pdf': 'This PDF cannot be opened',
      };
      for (const [name, words] of Object.entries(messages)) {
        await pickFile(page, 'birthcertificate', environment.toPath(name));
        await waitForFieldText(page, 'birthcertificate', words);
      }
    });
  });
}
