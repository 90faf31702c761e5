import { describe, expect, test } from '@jest/globals';
import { clickControl, pickFile, tickBox } from '../browser.ts';
import type { BrowserEnvironment, Screen } from './environment.ts';
import { openEmptyForm, uploadFile } from './form-steps.ts';
import { expectWithin, WARNING_MS } from './times.ts';

const PDF_FIELDS = ['birthcertificate', 'perviouscertificate', 'markmemos'] as const;

/** The papers and the photo, as they are picked and looked at. */
export const applicationFiles = (environment: BrowserEnvironment) =>
  describe('the files', () => {
    /** A form that asks for all of them. */
    async function openForm(): Promise<Screen> {
      const { screen } = await openEmptyForm(environment);
      await tickBox(screen.page, 'exam_type', '2');
      await tickBox(screen.page, 'exam_regular', '2');
      await screen.page.waitForSelector('[name="markmemos"]');
      return screen;
    }
    const toFieldSelector = (name: string) => `.field:has([name="${name}"])`;

    test.each(PDF_FIELDS)(
      '%s that is no PDF is refused for 2 s: Upload Pdf Only [S-5.29] [S-8.12]',
      async (name) => {
        const screen = await openForm();
        await pickFile(screen.page, name, environment.getFile('renamed.pdf'));
        expect((await screen.waitForAnnouncement('Upload Pdf Only')).isTopRight).toBe(true);
        expectWithin(await screen.waitUntilGone('Upload Pdf Only'), WARNING_MS);
      },
    );

    test.each(PDF_FIELDS)('%s is shown in a frame of a modal [S-2.26]', async (name) => {
      const { page } = await openForm();
      await uploadFile(page, name, environment.getFile('paper.pdf'));
      await clickControl(page, 'View', toFieldSelector(name));
      const frame = await page.waitForSelector('dialog[open] :is(iframe, embed, object, canvas)');
      expect(await frame?.isVisible()).toBe(true);
    });

    test.each(['photo.jpg', 'photo.png'] as const)(
      'a photo may be %s, and is shown [S-3.23] [S-5.31]',
      async (name) => {
        const { page } = await openForm();
        await uploadFile(page, 'image', environment.getFile(name));
        await page.waitForFunction(
          (field) =>
            [...document.querySelectorAll<HTMLImageElement>(`${field} img, dialog[open] img`)].some(
              ({ naturalWidth }) => naturalWidth > 0,
            ),
          {},
          toFieldSelector('image'),
        );
      },
    );

    test('the file inputs ask the device for PDFs, and for JPEG or PNG [S-5.32]', async () => {
      const { page } = await openForm();
      const readAccept = (name: string) =>
        page.$eval(`input[name="${name}"]`, (input) => (input as HTMLInputElement).accept);
      for (const name of PDF_FIELDS) expect(await readAccept(name)).toMatch(/application\/pdf/);
      expect(await readAccept('image')).toMatch(/image\/jpeg.*image\/png/);
    });

    test('a modal is closed by Escape, and by a press beside it [S-9.20]', async () => {
      const { page } = await openForm();
      await uploadFile(page, 'markmemos', environment.getFile('paper.pdf'));
      for (const closeDialog of [() => page.keyboard.press('Escape'), () => page.mouse.click(4, 4)]) {
        await clickControl(page, 'View', toFieldSelector('markmemos'));
        await page.waitForSelector('dialog[open]');
        await closeDialog();
        await page.waitForSelector('dialog[open]', { hidden: true });
      }
    });
  });
