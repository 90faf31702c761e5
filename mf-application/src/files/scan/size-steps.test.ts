import { expect, test } from '@jest/globals';
import { buildWithin, type SizeStep, sizeSteps } from './create-paper.ts';

const toSize = ({ side, quality }: SizeStep) => ({ size: side * side * quality, side, quality });

test('builds a small paper once, at the best quality', async () => {
  const steps: SizeStep[] = [];
  await buildWithin(Number.POSITIVE_INFINITY, async (step) => {
    steps.push(step);
    return toSize(step);
  });
  expect(steps).toEqual([{ side: 1700, quality: 0.8 }]);
});

test('returns the first result of a large paper that is small enough', async () => {
  const built = await buildWithin(1_000_000, async (step) => toSize(step));
  expect(built).toMatchObject({ side: 1400, quality: 0.5 });
});

test('returns the smallest result when none is small enough', async () => {
  expect(await buildWithin(1, async (step) => toSize(step))).toMatchObject(sizeSteps.at(-1) as SizeStep);
});

test('reduces the size at each step', () => {
  const sizes = sizeSteps.map((step) => toSize(step).size);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
});
