import { pixelsOf, portrait } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { pick, press } from '../browser.ts';
import { isStored, readsAt, textAt } from './field.ts';
import type { OpenForm, UploadStage } from './stage.ts';

const MOST_BYTES = 200 * 1024;

/** What a JPEG of 20,000 by 20,000 pixels begins with. */
const hugeHeader = Buffer.from('ffd8ffe000040000ffc00011084e204e2003012200021101031101', 'hex');
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]);
/** The smallest picture there is. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNoaGgAAAMEAYFL09IQAAAAAElFTkSuQmCC',
  'base64',
);

/** Picks a photo; gives what the portal then has of it. */
async function storedPhoto({ page, session }: OpenForm, path: string): Promise<Buffer> {
  const ended = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.status() === 200,
  );
  await pick(page, 'image', path);
  const { document_id } = (await (await ended).json()) as { document_id: string };
  return Buffer.from(await (await session.fetch(`/api/documents/${document_id}`)).arrayBuffer());
}

/** Lightness, 0 to 255, at a place given as parts of width and height. */
async function lightAt(picture: Buffer, across: number, down: number): Promise<number> {
  const { data, width, height } = await pixelsOf(picture, 300);
  const at = 4 * (Math.floor(height * down) * width + Math.floor(width * across));
  return ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
}

async function expectUprightPortrait(photo: Buffer): Promise<void> {
  const { width, height } = await pixelsOf(photo, 600);
  expect(height / width).toBeCloseTo(4 / 3, 1);
  expect(photo.length).toBeLessThanOrEqual(MOST_BYTES);
  // Black hair above, a white shirt below.
  expect(await lightAt(photo, 0.5, 0.2)).toBeLessThan(80);
  expect(await lightAt(photo, 0.5, 0.95)).toBeGreaterThan(200);
}

export function photoStories(stage: UploadStage): void {
  describe('a photo', () => {
    beforeAll(async () =>
      stage.files({
        'wide.jpg': await portrait({ width: 4000, height: 3000, noise: 0 }),
        'lying.jpg': await portrait({ width: 3000, noise: 0, lying: true }),
        'dark.jpg': await portrait({ light: { by: 0.2 } }),
        'blurred.jpg': await portrait({ blur: 0.01 }),
        'one-pixel.png': onePixel,
        'huge.jpg': hugeHeader,
        'iphone.jpg': heic,
      }),
    );

    test.each(['wide.jpg', 'lying.jpg'])(
      'when it is %s of 12 megapixels, then an upright portrait of at most 200 KB is sent',
      async (name) => {
        const form = await stage.openForm();
        await expectUprightPortrait(await storedPhoto(form, stage.path(name)));
        await isStored(form.page, 'image', name);
        expect(await form.page.$('.field:has(input[name="image"]) .banner-warning')).toBeNull();
        expect(form.faults.list).toEqual([]);
      },
    );

    test('when it is dark, blurred or tiny, then it is told so and sent all the same', async () => {
      const form = await stage.openForm();
      const told = { 'dark.jpg': 'is dark', 'blurred.jpg': 'looks blurred', 'one-pixel.png': 'is small' };
      for (const [name, words] of Object.entries(told)) {
        await storedPhoto(form, stage.path(name));
        await isStored(form.page, 'image', name);
        await readsAt(form.page, 'image', words);
      }
    });

    test('when the phone could not decode it, then it is told what to do, and nothing is sent', async () => {
      const { page } = await stage.openForm();
      const begun: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && begun.push(request.url()));
      await pick(page, 'image', stage.path('huge.jpg'));
      await readsAt(page, 'image', 'more than 64 megapixels');
      await pick(page, 'image', stage.path('iphone.jpg'));
      await readsAt(page, 'image', 'This photo is HEIC');
      expect(begun.filter((url) => url.includes('/api/uploads'))).toEqual([]);
    });

    test('when it is moved, sized and turned by the keyboard alone, then the new cut is sent', async () => {
      const form = await stage.openForm();
      const { page } = form;
      const before = await storedPhoto(form, stage.path('wide.jpg'));
      await isStored(page, 'image', 'wide.jpg');
      await press(page, 'Adjust');
      const frame = await page.waitForSelector('dialog[open] [role="application"]');

      await frame?.focus();
      for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft');
      await page.focus('dialog[open] input[type="range"]');
      for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
      await press(page, 'Turn right', 'dialog[open]');
      const ended = page.waitForResponse(
        (response) => response.request().method() === 'PATCH' && response.status() === 200,
      );
      await press(page, 'Use this', 'dialog[open]');

      const { document_id } = (await (await ended).json()) as { document_id: string };
      const after = Buffer.from(
        await (await form.session.fetch(`/api/documents/${document_id}`)).arrayBuffer(),
      );
      expect(after.equals(before)).toBe(false);
      // The hair lies on the right now, and the wall is above.
      expect(await lightAt(after, 0.5, 0.05)).toBeGreaterThan(120);
      await isStored(page, 'image', 'wide.jpg');
      expect(await textAt(page, 'image')).not.toContain('could not');
      expect(form.faults.list).toEqual([]);
    });
  });
}
