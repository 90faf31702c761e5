import { expect, test } from '@jest/globals';
import { type Corners, WHOLE_PICTURE } from './corners.ts';
import { straighten } from './straighten.ts';

/** A picture of 40 by 40 pixels with the lightness `shade`. */
function paint(shade: (x: number, y: number) => number) {
  const [width, height] = [40, 40];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < width * height; at += 1)
    data.fill(shade(at % width, Math.floor(at / width)), 4 * at, 4 * at + 4);
  return { width, height, data };
}

const readReds = ({ data }: { data: Uint8ClampedArray }) => [...data].filter((_, at) => at % 4 === 0);

test('leaves the whole picture in its own size unchanged', () => {
  const picture = paint((x, y) => 5 * x + y);
  const straight = straighten(picture, WHOLE_PICTURE, picture);
  expect(readReds(straight)).toEqual(readReds(picture));
});

test('fills the page with a paper photographed at an angle, without its surroundings', () => {
  // A white trapezium, narrow above, on a black table.
  const picture = paint((x, y) => (y >= 10 && y < 30 && Math.abs(x - 19.5) <= 5 + (y - 10) / 2 ? 255 : 0));
  const corners: Corners = [
    { x: 15.5 / 40, y: 10.5 / 40 },
    { x: 24.5 / 40, y: 10.5 / 40 },
    { x: 33.5 / 40, y: 29.5 / 40 },
    { x: 6.5 / 40, y: 29.5 / 40 },
  ];
  expect(Math.min(...readReds(straighten(picture, corners, { width: 20, height: 20 })))).toBeGreaterThan(200);
});

test('makes every pixel opaque', () => {
  const { data } = straighten(
    paint(() => 0),
    WHOLE_PICTURE,
    { width: 3, height: 3 },
  );
  expect([...data].filter((_, at) => at % 4 === 3)).toEqual(Array(9).fill(255));
});
