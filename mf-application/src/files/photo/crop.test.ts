import { expect, test } from '@jest/globals';
import { defaultCrop, toBoundingBox, turnCrop } from './crop.ts';

test.each([
  ['wide', { width: 4000, height: 3000 }, { x: 875, y: 0, width: 2250, height: 3000 }],
  ['tall', { width: 900, height: 1800 }, { x: 0, y: 200, width: 900, height: 1200 }],
  ['of the right shape', { width: 600, height: 800 }, { x: 0, y: 0, width: 600, height: 800 }],
])('crops to the middle, and more of the top, when a picture is %s', (_how, size, crop) => {
  expect(defaultCrop(size)).toEqual({ ...crop, turned: 0 });
});

test('rotates the bounding box with a quarter turn', () => {
  const { width, height } = toBoundingBox({ width: 400, height: 300 }, 90);
  expect([Math.round(width), Math.round(height)]).toEqual([300, 400]);
});

test('turns a crop with its picture: what is at the top left is then at the top right', () => {
  const crop = { x: 10, y: 20, width: 100, height: 50, turned: 0 };
  const turned = turnCrop(crop, { width: 400, height: 300 });
  expect(turned).toEqual({ x: 230, y: 10, width: 50, height: 100, turned: 90 });
  const { x, y, width, height } = [1, 2, 3].reduce(
    (last) => turnCrop(last, { width: 400, height: 300 }),
    turned,
  );
  expect([x, y, width, height].map(Math.round)).toEqual([10, 20, 100, 50]);
});
