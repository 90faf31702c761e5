import { describe, expect, test } from '@jest/globals';
import { pick, press, tick } from '../browser.ts';
import { emptyForm, upload } from './form-steps.ts';
import type { Screen, Stage } from './stage.ts';
import { expectWithin, WARNING_MS } from './times.ts';

const PAPERS = ['birthcertificate', 'perviouscertificate', 'markmemos'] as const;

/** The papers and the photo, as they are picked and looked at. */
export const applicationFiles = (stage: Stage) =>
  describe('the files', () => {
    /** A form that asks for all of them. */
    async function opened(): Promise<Screen> {
      const { screen } = await emptyForm(stage);
      await tick(screen.page, 'exam_type', '2');
      await tick(screen.page, 'exam_regular', '2');
      await screen.page.waitForSelector('[name="markmemos"]');
      return screen;
    }
    const fieldOf = (name: string) => `.field:has([name="${name}"])`;

    test.each(PAPERS)('%s that is no PDF is refused for 2 s: Upload Pdf Only', async (name) => {
      const screen = await opened();
      await pick(screen.page, name, stage.file('renamed.pdf'));
      expect((await screen.hear('Upload Pdf Only')).topRight).toBe(true);
      expectWithin(await screen.lasted('Upload Pdf Only'), WARNING_MS);
    });

    test.each(PAPERS)('%s is shown in a frame of a modal', async (name) => {
      const { page } = await opened();
      await upload(page, name, stage.file('paper.pdf'));
      await press(page, 'View', fieldOf(name));
      const frame = await page.waitForSelector('dialog[open] :is(iframe, embed, object, canvas)');
      expect(await frame?.isVisible()).toBe(true);
    });

    test.each(['photo.jpg', 'photo.png'] as const)('a photo may be %s, and is shown', async (name) => {
      const { page } = await opened();
      await upload(page, 'image', stage.file(name));
      await page.waitForFunction(
        (field) =>
          [...document.querySelectorAll<HTMLImageElement>(`${field} img, dialog[open] img`)].some(
            ({ naturalWidth }) => naturalWidth > 0,
          ),
        {},
        fieldOf('image'),
      );
    });

    test('the file inputs ask the device for PDFs, and for JPEG or PNG', async () => {
      const { page } = await opened();
      const accepted = (name: string) =>
        page.$eval(`input[name="${name}"]`, (input) => (input as HTMLInputElement).accept);
      for (const name of PAPERS) expect(await accepted(name)).toMatch(/application\/pdf/);
      expect(await accepted('image')).toMatch(/image\/jpeg.*image\/png/);
    });

    test('a modal is closed by Escape, and by a press beside it', async () => {
      const { page } = await opened();
      await upload(page, 'markmemos', stage.file('paper.pdf'));
      for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(4, 4)]) {
        await press(page, 'View', fieldOf('markmemos'));
        await page.waitForSelector('dialog[open]');
        await leave();
        await page.waitForSelector('dialog[open]', { hidden: true });
      }
    });
  });
