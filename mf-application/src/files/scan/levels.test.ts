import { expect, test } from '@jest/globals';
import { stretchLevels } from './create-paper.ts';

/** A row of pixels with these colours and counts. */
const row = (...parts: readonly (readonly [count: number, red: number, green: number, blue: number])[]) =>
  Uint8ClampedArray.from(
    parts.flatMap(([count, ...colour]) =>
      Array(count)
        .fill([...colour, 255])
        .flat(),
    ),
  );

const readPixel = (data: Uint8ClampedArray, at: number) => [...data.slice(4 * at, 4 * at + 4)];

test('turns yellowish paper in the shade white, and its blue ink black', () => {
  const pixels = row([10, 40, 40, 90], [90, 150, 140, 110]);
  stretchLevels(pixels);
  expect(readPixel(pixels, 0)).toEqual([0, 0, 0, 255]);
  expect(readPixel(pixels, 50)).toEqual([255, 255, 255, 255]);
});

test('preserves the order of intermediate values, in grey', () => {
  const pixels = row([10, 40, 40, 40], [10, 90, 90, 90], [80, 140, 140, 140]);
  stretchLevels(pixels);
  expect(readPixel(pixels, 15)).toEqual([128, 128, 128, 255]);
});

test('preserves the lightness of an empty page without amplifying its grain', () => {
  const pixels = row([50, 180, 180, 180], [50, 190, 190, 190]);
  stretchLevels(pixels);
  expect(readPixel(pixels, 0)).toEqual([180, 180, 180, 255]);
  expect(readPixel(pixels, 99)).toEqual([190, 190, 190, 255]);
});
