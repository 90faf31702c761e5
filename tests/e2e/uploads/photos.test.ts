import { buildPortrait, readPixels } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { clickControl, pickFile } from '../browser.ts';
import {
  createUploadEnvironment,
  fetchNextStoredFile,
  type OpenForm,
  readFieldText,
  waitForFieldText,
  waitUntilStored,
} from './environment.ts';

const MAX_BYTES = 200 * 1024;

/** Selects a photo. @returns the stored photo */
async function pickAndFetchStoredPhoto(form: OpenForm, path: string): Promise<Buffer> {
  const stored = fetchNextStoredFile(form);
  await pickFile(form.page, 'image', path);
  return stored;
}

/** Lightness, 0 to 255, at a place given as parts of width and height. */
async function readBrightness(
  picture: Buffer,
  horizontalShare: number,
  verticalShare: number,
): Promise<number> {
  const { data, width, height } = await readPixels(picture, 300);
  const offset = 4 * (Math.floor(height * verticalShare) * width + Math.floor(width * horizontalShare));
  return ((data[offset] ?? 0) + (data[offset + 1] ?? 0) + (data[offset + 2] ?? 0)) / 3;
}

async function expectUprightPortrait(photo: Buffer): Promise<void> {
  const { width, height } = await readPixels(photo, 600);
  expect(height / width).toBeCloseTo(4 / 3, 1);
  expect(photo.length).toBeLessThanOrEqual(MAX_BYTES);
  // Black hair above, a white shirt below.
  expect(await readBrightness(photo, 0.5, 0.2)).toBeLessThan(80);
  expect(await readBrightness(photo, 0.5, 0.95)).toBeGreaterThan(200);
}

const environment = createUploadEnvironment();

describe('a photo', () => {
  beforeAll(async () =>
    environment.writeFiles({
      '64-megapixels.jpg': await buildPortrait({ width: 9248, height: 6936, noise: 0 }),
      'lying.jpg': await buildPortrait({ width: 3000, noise: 0, lying: true }),
      'dark.jpg': await buildPortrait({ light: { by: 0.2 } }),
      'blurred.jpg': await buildPortrait({ blur: 0.01 }),
      'small.jpg': await buildPortrait({ width: 102, noise: 0 }),
    }),
  );

  test.each(['64-megapixels.jpg', 'lying.jpg'])(
    'when it is %s, then an upright portrait of at most 200 KB is sent',
    async (name) => {
      const form = await environment.openForm();
      await expectUprightPortrait(await pickAndFetchStoredPhoto(form, environment.toPath(name)));
      await waitUntilStored(form.page, 'image', name);
      expect(await form.page.$('.field:has(input[name="image"]) .banner-warning')).toBeNull();
      expect(form.faults.list).toEqual([]);
    },
  );

  test('warns of a dark, blurred or small photo and uploads it', async () => {
    const form = await environment.openForm();
    const messages = { 'dark.jpg': 'is dark', 'blurred.jpg': 'is blurred', 'small.jpg': 'is small' };
    for (const [name, words] of Object.entries(messages)) {
      await pickAndFetchStoredPhoto(form, environment.toPath(name));
      await waitUntilStored(form.page, 'image', name);
      await waitForFieldText(form.page, 'image', words);
    }
  });

  test('uploads the new crop after moving, scaling and rotating by keyboard', async () => {
    const form = await environment.openForm();
    const { page } = form;
    const photoBefore = await pickAndFetchStoredPhoto(form, environment.toPath('64-megapixels.jpg'));
    await waitUntilStored(page, 'image', '64-megapixels.jpg');
    await clickControl(page, 'Adjust');
    const frame = await page.waitForSelector('dialog[open] [role="application"]');

    await frame?.focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft');
    await page.focus('dialog[open] input[type="range"]');
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
    await clickControl(page, 'Turn right', 'dialog[open]');
    const stored = fetchNextStoredFile(form);
    await clickControl(page, 'Use this', 'dialog[open]');

    const photoAfter = await stored;
    expect(photoAfter.equals(photoBefore)).toBe(false);
    // The hair is on the right now, and the wall at the top.
    expect(await readBrightness(photoAfter, 0.5, 0.05)).toBeGreaterThan(120);
    await waitUntilStored(page, 'image', '64-megapixels.jpg');
    expect(await readFieldText(page, 'image')).not.toContain('could not');
    expect(form.faults.list).toEqual([]);
  });
});
