import { buildPortrait, readPixels } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { ANALYSIS_WIDTH, findQualityIssues, type Pixels } from './photo-quality.ts';

const analyze = async (picture: Buffer, width = 600) =>
  findQualityIssues(await readPixels(picture, ANALYSIS_WIDTH), width);
const percentOfWidth = (percent: number) => percent / 100;

describe('an acceptable portrait', () => {
  test.each([
    ['taken in daylight', {}],
    ['with the grain of a cheap sensor', { noise: 40 }],
    ['from a hand that was not quite still', { blur: percentOfWidth(0.15) }],
    ['in the evening', { light: { by: 0.55 } }],
    ['in front of a bright wall', { light: { by: 0.8, plus: 50 } }],
  ])('%s has no flaw', async (_how, options) => {
    expect(await analyze(await buildPortrait(options))).toEqual([]);
  });
});

describe('an unrecognisable portrait', () => {
  test.each([
    ['without a lamp', { light: { by: 0.2 } }, ['dark']],
    ['against the sun', { light: { by: 0.35, plus: 170 } }, ['bright']],
    ['behind a dirty lens', { light: { by: 0.2, plus: 110 } }, ['pale']],
    ['out of focus', { blur: percentOfWidth(0.8) }, ['blurred']],
    ['out of focus, with grain', { blur: percentOfWidth(1.5), noise: 15 }, ['blurred']],
  ])('is reported when taken %s', async (_how, options, issues) => {
    expect(await analyze(await buildPortrait(options))).toEqual(issues);
  });

  test('is reported as small with fewer pixels than the ticket prints', async () => {
    expect(await analyze(await buildPortrait(), 239)).toEqual(['small']);
    expect(await analyze(await buildPortrait(), 240)).toEqual([]);
  });
});

/** Repaints a picture; coordinates are parts of its sides. */
function repaint(
  { width, height, data }: Pixels,
  paint: (x: number, y: number, old: number) => number,
): Pixels {
  const repainted = data.map((old, at) => {
    const pixel = Math.floor(at / 4);
    return paint((pixel % width) / width, Math.floor(pixel / width) / height, old);
  });
  return { width, height, data: repainted };
}

test('is not reported for white clothes before a white wall', async () => {
  const portrait = await readPixels(await buildPortrait(), ANALYSIS_WIDTH);
  const isFace = (x: number, y: number) => ((x - 0.5) / 0.25) ** 2 + ((y - 0.42) / 0.24) ** 2 < 1;
  const onWhite = repaint(portrait, (x, y, old) => (isFace(x, y) ? old : 252));
  expect(findQualityIssues(onWhite, 600)).toEqual([]);
});

test('is reported as far away when the face fills little of it', async () => {
  const portrait = await readPixels(await buildPortrait(), ANALYSIS_WIDTH);
  const isNear = (x: number, y: number) => Math.abs(x - 0.5) < 0.07 && Math.abs(y - 0.42) < 0.07;
  const far = repaint(portrait, (x, y, old) => (isNear(x, y) ? old : 233));
  expect(findQualityIssues(far, 600)).toEqual(['far']);
});

test('is checked also with a single pixel', () => {
  const pixel = { width: 1, height: 1, data: Uint8ClampedArray.of(120, 120, 120, 255) };
  expect(findQualityIssues(pixel, 1)).toEqual(['far']);
});
