import { expect, test } from '@jest/globals';
import { calculateSlope } from './slope.ts';

test('returns the slope of the line through the points despite variation, and its margin', () => {
  const values = [100, 104, 102, 106, 104, 108];
  const points = values.map((value, index) => ({ hours: index / 6, value }));
  const { slope, margin } = calculateSlope(points);
  expect(slope).toBeCloseTo(7.54, 2);
  expect(margin).toBeCloseTo(5.04, 2);
  expect(calculateSlope(points.slice(0, 1))).toEqual({ slope: 0, margin: 0 });
});
