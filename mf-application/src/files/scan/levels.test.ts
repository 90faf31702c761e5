import { expect, test } from '@jest/globals';
import { stretchLevels } from './levels.ts';

/** A row of pixels of these colours, so many of each. */
const row = (...parts: readonly (readonly [count: number, red: number, green: number, blue: number])[]) =>
  Uint8ClampedArray.from(
    parts.flatMap(([count, ...colour]) =>
      Array(count)
        .fill([...colour, 255])
        .flat(),
    ),
  );

const readPixel = (data: Uint8ClampedArray, at: number) => [...data.slice(4 * at, 4 * at + 4)];

test('yellowish paper in the shade becomes white, its blue ink black', () => {
  const pixels = row([10, 40, 40, 90], [90, 150, 140, 110]);
  stretchLevels(pixels);
  expect(readPixel(pixels, 0)).toEqual([0, 0, 0, 255]);
  expect(readPixel(pixels, 50)).toEqual([255, 255, 255, 255]);
});

test('what lies between stays in its order, in grey', () => {
  const pixels = row([10, 40, 40, 40], [10, 90, 90, 90], [80, 140, 140, 140]);
  stretchLevels(pixels);
  expect(readPixel(pixels, 15)).toEqual([128, 128, 128, 255]);
});

test('an empty page keeps its lightness: its grain is not drawn out', () => {
  const pixels = row([50, 180, 180, 180], [50, 190, 190, 190]);
  stretchLevels(pixels);
  expect(readPixel(pixels, 0)).toEqual([180, 180, 180, 255]);
  expect(readPixel(pixels, 99)).toEqual([190, 190, 190, 255]);
});
