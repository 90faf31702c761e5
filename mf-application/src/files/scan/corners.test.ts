import { describe, expect, test } from '@jest/globals';
import { type Corners, limitSize, measurePaper, moveCorner, turnCorners, WHOLE_PICTURE } from './corners.ts';

const lying: Corners = [
  { x: 0.1, y: 0.2 },
  { x: 0.9, y: 0.25 },
  { x: 0.8, y: 0.75 },
  { x: 0.2, y: 0.7 },
];

describe('a corner', () => {
  test('moves alone, and never out of the picture', () => {
    const [, ...others] = lying;
    expect(moveCorner(lying, 0, { x: -0.3, y: 0.1 })).toEqual([{ x: 0, y: 0.1 }, ...others]);
  });

  test.each([
    ['past its neighbour', 0, { x: 0.95, y: 0.2 }],
    ['into the paper', 2, { x: 0.3, y: 0.3 }],
    ['onto the opposite one', 1, { x: 0.2, y: 0.7 }],
  ])('does not move when it is moved %s', (_where, index, to) => {
    expect(moveCorner(lying, index, to)).toBe(lying);
  });
});

test('returns to its place after four quarter turns; top left becomes top right', () => {
  const turned = turnCorners(lying);
  expect(turned[1]).toEqual({ x: 0.8, y: 0.1 });
  const back = turnCorners(turnCorners(turnCorners(turned)));
  for (const [index, { x, y }] of back.entries()) {
    expect(x).toBeCloseTo(lying[index]?.x ?? Number.NaN);
    expect(y).toBeCloseTo(lying[index]?.y ?? Number.NaN);
  }
});

test("derives a paper's size from the average of its sides", () => {
  expect(measurePaper(WHOLE_PICTURE, { width: 300, height: 400 })).toEqual({ width: 300, height: 400 });
  expect(measurePaper(lying, { width: 1000, height: 1000 }).width).toBeCloseTo(702, 0);
});

test.each([
  [
    { width: 3400, height: 1700 },
    { width: 1700, height: 850 },
  ],
  [
    { width: 1000, height: 900 },
    { width: 1000, height: 900 },
  ],
  [
    { width: 9000, height: 0.2 },
    { width: 1700, height: 1 },
  ],
])('limits %o to 1,700 px a side: %o', (size, limited) => {
  expect(limitSize(size, 1700)).toEqual(limited);
});
