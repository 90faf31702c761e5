import { describe, expect, test } from '@jest/globals';
import { clickControl, pickFile, tickBox } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { openEmptyForm, uploadFile } from './form-steps.ts';
import { expectWithin, WARNING_MS } from './times.ts';

const PDF_FIELDS = ['birthcertificate', 'perviouscertificate', 'markmemos'] as const;

/** Selection and view of the papers and the photo. */
export const applicationFiles = (environment: BrowserEnvironment) =>
  describe('the files', () => {
    /** A form with all of them. */
    const getScreen = environment.useSharedScreen(async () => {
      const { screen } = await openEmptyForm(environment);
      await tickBox(screen.page, 'exam_type', '2');
      await tickBox(screen.page, 'exam_regular', '2');
      await screen.page.waitForSelector('[name="markmemos"]');
      return screen;
    });
    const getPage = () => getScreen().page;
    const toFieldSelector = (name: string) => `.field:has([name="${name}"])`;
    const closeByEscape = () => getPage().keyboard.press('Escape');
    const closeByClickBeside = () => getPage().mouse.click(4, 4);

    async function viewPaper(name: string, close: () => Promise<void>): Promise<void> {
      await clickControl(getPage(), 'View', toFieldSelector(name));
      const frame = await getPage().waitForSelector('dialog[open] :is(iframe, embed, object, canvas)');
      expect(await frame?.isVisible()).toBe(true);
      await close();
      await getPage().waitForSelector('dialog[open]', { hidden: true });
    }

    test('the file inputs ask the device for PDFs, and for JPEG or PNG [S-5.32]', async () => {
      const readAccept = (name: string) =>
        getPage().$eval(`input[name="${name}"]`, (input) => (input as HTMLInputElement).accept);
      for (const name of PDF_FIELDS) expect(await readAccept(name)).toMatch(/application\/pdf/);
      expect(await readAccept('image')).toMatch(/image\/jpeg.*image\/png/);
    });

    test.each(PDF_FIELDS)(
      '%s that is no PDF is refused for 2 s: Upload Pdf Only [S-5.29] [S-8.12]',
      async (name) => {
        const since = await getPage().evaluate(() => Date.now());
        await pickFile(getPage(), name, environment.getFile('renamed.pdf'));
        expect((await getScreen().waitForAnnouncement('Upload Pdf Only', since)).isTopRight).toBe(true);
        expectWithin(await getScreen().waitUntilGone('Upload Pdf Only', since), WARNING_MS);
      },
    );

    test.each(PDF_FIELDS)('%s is shown in a frame of a modal [S-2.26]', async (name) => {
      await uploadFile(getPage(), name, environment.getFile('paper.pdf'));
      await viewPaper(name, closeByEscape);
    });

    test('a modal is closed by Escape, and by a press beside it [S-9.20]', async () => {
      for (const close of [closeByEscape, closeByClickBeside]) await viewPaper('markmemos', close);
    });

    test.each(['photo.jpg', 'photo.png'] as const)(
      'a photo may be %s, and is shown [S-3.23] [S-5.31]',
      async (name) => {
        await uploadFile(getPage(), 'image', environment.getFile(name));
        await getPage().waitForFunction(
          (field) =>
            [...document.querySelectorAll<HTMLImageElement>(`${field} img, dialog[open] img`)].some(
              ({ naturalWidth }) => naturalWidth > 0,
            ),
          {},
          toFieldSelector('image'),
        );
        await clickControl(getPage(), 'Remove', toFieldSelector('image'));
        await getPage().waitForSelector(`${toFieldSelector('image')} img`, { hidden: true });
      },
    );
  });
