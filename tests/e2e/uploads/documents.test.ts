import { buildPdf } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, pickFile } from '../browser.ts';
import { isCall } from '../page.ts';
import { createUploadEnvironment, waitForFieldText, waitUntilStored } from './environment.ts';

/** Waits until the PDF's page in the dialog's frame is rendered. @returns its width */
const readDrawnWidth = (page: Page): Promise<number> =>
  page
    .waitForFunction(() => {
      const canvas = document
        .querySelector<HTMLIFrameElement>('dialog[open] iframe')
        ?.contentDocument?.querySelector('canvas');
      const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return canvas && dots?.some((dot, index) => index % 4 === 0 && dot < 100 && dots[index + 3] === 255)
        ? canvas.width
        : undefined;
    })
    .then((width) => width.jsonValue() as Promise<number>);

const readFrameText = (page: Page): Promise<string> =>
  page.$eval(
    'dialog[open] iframe',
    (frame) => (frame as HTMLIFrameElement).contentDocument?.body.textContent ?? '',
  );

const environment = createUploadEnvironment();

describe('a paper', () => {
  beforeAll(() => environment.writeFiles({ 'birth.pdf': buildPdf(undefined, 1) }));

  test('shows name, pages and first page of a stored paper, also when the form is opened again', async () => {
    const { page, faults } = await environment.openForm();
    const stored = page.waitForResponse((response) => isCall(response.request(), 'saveunfinishedform'));
    await pickFile(page, 'birthcertificate', environment.toPath('birth.pdf'));
    for (const isOpenedAgain of [false, true]) {
      if (isOpenedAgain) {
        await stored;
        await page.reload();
      }
      await waitUntilStored(page, 'birthcertificate', 'birth.pdf');
      await waitForFieldText(page, 'birthcertificate', '1 page,');
      await page.waitForSelector('.field:has(input[name="birthcertificate"]) img.file-page');
    }
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
});
