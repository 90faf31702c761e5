import { expect, test } from '@jest/globals';
import { buildWithin, type SizeStep, sizeSteps } from './size-steps.ts';

const toSize = ({ side, quality }: SizeStep) => ({ size: side * side * quality, side, quality });

test('a small paper is built once, at its best', async () => {
  const steps: SizeStep[] = [];
  await buildWithin(Number.POSITIVE_INFINITY, async (step) => {
    steps.push(step);
    return toSize(step);
  });
  expect(steps).toEqual([{ side: 1700, quality: 0.8 }]);
});

test('a large one is the first that is small enough', async () => {
  const built = await buildWithin(1_000_000, async (step) => toSize(step));
  expect(built).toMatchObject({ side: 1400, quality: 0.5 });
});

test('one that never is small enough is as small as it gets', async () => {
  expect(await buildWithin(1, async (step) => toSize(step))).toMatchObject(sizeSteps.at(-1) as SizeStep);
});

test('each step is smaller than the one before', () => {
  const sizes = sizeSteps.map((step) => toSize(step).size);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
});
