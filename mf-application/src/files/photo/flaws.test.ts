import { pixelsOf, portrait } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { flawsOf, JUDGED_WIDTH } from './flaws.ts';

const judge = async (picture: Buffer, width = 600) => flawsOf(await pixelsOf(picture, JUDGED_WIDTH), width);
const ofWidth = (part: number) => part / 100;

describe('a portrait that will do', () => {
  test.each([
    ['taken in daylight', {}],
    ['with the grain of a cheap sensor', { noise: 40 }],
    ['from a hand that was not quite still', { blur: ofWidth(0.15) }],
    ['in the evening', { light: { by: 0.55 } }],
    ['in front of a bright wall', { light: { by: 0.8, plus: 50 } }],
  ])('%s has no flaw', async (_how, options) => {
    expect(await judge(await portrait(options))).toEqual([]);
  });
});

describe('a portrait nobody is recognised by', () => {
  test.each([
    ['without a lamp', { light: { by: 0.2 } }, ['dark']],
    ['against the sun', { light: { by: 0.35, plus: 170 } }, ['bright']],
    ['behind a dirty lens', { light: { by: 0.2, plus: 110 } }, ['pale']],
    ['out of focus', { blur: ofWidth(0.8) }, ['blurred']],
    ['out of focus, with grain', { blur: ofWidth(1.5), noise: 15 }, ['blurred']],
  ])('%s is told so', async (_how, options, flaws) => {
    expect(await judge(await portrait(options))).toEqual(flaws);
  });

  test('when there are fewer pixels than the ticket prints, then it is told to be small', async () => {
    expect(await judge(await portrait(), 239)).toEqual(['small']);
    expect(await judge(await portrait(), 240)).toEqual([]);
  });
});

test('when a picture is one pixel, then it is judged all the same', () => {
  const pixel = { width: 1, height: 1, data: Uint8ClampedArray.of(120, 120, 120, 255) };
  expect(flawsOf(pixel, 1)).toEqual(['small', 'pale']);
});
