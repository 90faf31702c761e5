import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rasterizePdf } from './rasterize-pdf.ts';
import { type GeneratedPage, generatePdf } from './testing/generate-pdf.ts';
import { createAnglePdf, createPicturePdf, encodedPictures } from './testing/picture-pdf.ts';
import { compareShown, readPages } from './testing/read-pages.ts';

/** Of 255, for blocks of 8 × 8 pixels: letters of a substituted font differ by up to 25, anything missing by more than 100. */
const MAX_DIFFERENCE = 50;

const side = fc.integer({ min: 100, max: 200 });
const shade = fc.constantFrom(0, 0.5, 1);
const page: fc.Arbitrary<GeneratedPage> = fc.record({
  rotation: fc.constantFrom(0, 90, 180, 270),
  size: fc.tuple(side, side),
  crop: fc.constantFrom(undefined, 5, 15),
  inherits: fc.boolean(),
  colour: fc.tuple(shade, shade, shade),
  hasAppearance: fc.boolean(),
  hasHiddenAppearance: fc.boolean(),
  hasHiddenLayer: fc.boolean(),
  hasField: fc.boolean(),
});

const createDocuments = (maxLength: number) =>
  fc.record({
    pages: fc.array(page, { minLength: Math.ceil(maxLength / 2), maxLength, size: 'max' }),
    pagesPerNode: fc.integer({ min: 1, max: 8 }),
  });

test.each([
  { maxPages: 1, runs: 4 },
  { maxPages: 6, runs: 4 },
  { maxPages: 40, runs: 1 },
])(
  'shows all of up to $maxPages generated pages in their order, size, rotation and look, with their text',
  async ({ maxPages, runs }) => {
    const isSame = fc.asyncProperty(createDocuments(maxPages), async (generated) => {
      const original = generatePdf(generated);
      const [before, after] = [await readPages(original), await readPages(await rasterizePdf(original))];
      const shownText = generated.pages.map((_, at) => `Page ${at + 1}`);
      expect(after.map(({ text }) => text)).toEqual(shownText);
      expect(after.map(({ size }) => size)).toEqual(before.map(({ size }) => size));
      const differences = before.map((shown, at) => compareShown(shown, after[at] as typeof shown));
      expect(Math.max(...differences)).toBeLessThan(MAX_DIFFERENCE);
    });
    await fc.assert(isSame, { numRuns: runs });
  },
);

test.each(Object.entries(encodedPictures))('shows a picture in %s', async (_codec, picture) => {
  const original = createPicturePdf(picture);
  const [[drawn], [before], [after]] = [
    await readPages(createAnglePdf()),
    await readPages(original),
    await readPages(await rasterizePdf(original)),
  ];
  if (!drawn || !before || !after) throw new Error('no page');
  expect(compareShown(drawn, before)).toBeLessThan(MAX_DIFFERENCE);
  expect(compareShown(drawn, after)).toBeLessThan(MAX_DIFFERENCE);
});
