import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { clickControl } from '../browser.ts';
import { type PagePicture, readPdf, readPictures } from '../pdf.ts';
import { createUploadEnvironment, fetchNextStoredFile, waitUntilStored } from './environment.ts';
import { pickPictures } from './scan-steps.ts';

const [WIDTH, HEIGHT] = [1200, 1697];
const MAX_BYTES = 2_000_000;
const field = '.field:has(input[name="birthcertificate"])';

/** Yellowish paper with one dark blue square, its centre as parts of width and height. */
const photographPaper = (x: number, y: number) => {
  const square = `<rect x="${x * WIDTH - 100}" y="${y * HEIGHT - 100}" width="200" height="200" fill="#223"/>`;
  const drawing = `<svg width="${WIDTH}" height="${HEIGHT}">${square}</svg>`;
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b8ac90' } })
    .composite([{ input: Buffer.from(drawing) }])
    .jpeg()
    .toBuffer();
};

/** The same picture stored rotated, with an EXIF orientation. */
const layOnSide = (picture: Buffer) => sharp(picture).rotate(270).withMetadata({ orientation: 6 }).toBuffer();

/** The lightness, 0 to 255, of a picture at a position in parts of width and height. */
const readLightness =
  ({ data, width, height }: PagePicture) =>
  (x: number, y: number) =>
    data[(Math.round(y * height) * width + Math.round(x * width)) * (data.length / width / height)] ?? -1;

const environment = createUploadEnvironment();

describe('a photographed paper', () => {
  beforeAll(async () =>
    environment.writeFiles({
      'front.jpg': await layOnSide(await photographPaper(0.25, 0.25)),
      'back.jpg': await photographPaper(0.75, 0.75),
    }),
  );

  test('becomes one PDF of its pages in their order, upright, white and of A4, and is stored', async () => {
    const form = await environment.openForm();
    const { page, faults } = form;
    await clickControl(page, 'Take a photo', field);
    await pickPictures(page, ['back.jpg', 'front.jpg'].map(environment.toPath));
    await clickControl(page, 'Move down', 'dialog[open]');
    const nextFile = fetchNextStoredFile(form);

    await clickControl(page, 'Use these pages', 'dialog[open]');

    const pdf = new Uint8Array(await nextFile);
    await waitUntilStored(page, 'birthcertificate', 'birth-certificate.pdf');
    expect(await page.$('dialog[open]')).toBeNull();
    const a4 = { width: 595, height: 842 };
    expect(await readPdf(pdf)).toMatchObject({ pageCount: 2, pageSizes: [a4, a4] });
    expect(pdf.length).toBeLessThan(MAX_BYTES);
    const [front, back] = (await readPictures(pdf)).map(readLightness);
    expect(front?.(0.25, 0.25)).toBeLessThan(40);
    expect(front?.(0.75, 0.75)).toBeGreaterThan(230);
    expect(back?.(0.75, 0.75)).toBeLessThan(40);
    expect(faults.list).toEqual([]);
  });

  test('is cropped to a rectangle by keyboard and finger, and rotated', async () => {
    const form = await environment.openForm();
    const { page, faults } = form;
    await clickControl(page, 'Take a photo', field);
    await pickPictures(page, [environment.toPath('front.jpg')]);
    await clickControl(page, 'Adjust', 'dialog[open]');
    const frame = await page.waitForSelector('dialog[open] [data-testid="container"]');
    const cropArea = await page.waitForSelector('dialog[open] [data-testid="cropper"]');

    // Ten steps of 0.1: the frame then shows the middle half of the page's width and height.
    await page.focus('dialog[open] .slider');
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
    // The left half, by a drag as far as it goes.
    const { x, y } = (await frame?.clickablePoint()) ?? { x: 0, y: 0 };
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 300, y, { steps: 4 });
    await page.mouse.up();
    // An eighth of the frame further up: 8 CSS pixels for each step.
    const { height } = (await cropArea?.boundingBox()) ?? { height: 0 };
    await cropArea?.focus();
    for (let step = 0; step < Math.round(height / 8 / 8); step += 1) await page.keyboard.press('ArrowDown');
    await clickControl(page, 'Use this', 'dialog[open]:last-of-type');
    await clickControl(page, 'Turn right', 'dialog[open]');
    const nextFile = fetchNextStoredFile(form);
    await clickControl(page, 'Use these pages', 'dialog[open]');

    const [crop] = await readPictures(new Uint8Array(await nextFile));
    if (!crop) throw new Error('no page');
    const lightnessAt = readLightness(crop);
    // In the cropped part the square is in the middle of the width, an eighth from the top: then at the right.
    expect(lightnessAt(0.875, 0.5)).toBeLessThan(60);
    expect(lightnessAt(0.3, 0.5)).toBeGreaterThan(230);
    expect(faults.list).toEqual([]);
  });
});
