import type { PhotoSize } from '../photo/photo-size.ts';

/** A position in a picture, in fractions (0 to 1) of width and height. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners of a paper in its picture: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

export const WHOLE_PICTURE: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** Minimum area, as a fraction of the picture, that the two sides at a corner span. */
const MIN_SPAN = 0.02;

/** Moves a corner within the picture; returns the corners unchanged where the result is no paper. */
export function moveCorner(corners: Corners, index: number, { x, y }: Point): Corners {
  const moved = corners.map((corner, at) =>
    at === index ? { x: clamp(x), y: clamp(y) } : corner,
  ) as readonly Point[] as Corners;
  return isConvex(moved) ? moved : corners;
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

function isConvex(corners: Corners): boolean {
  return corners.every((corner, index) => {
    const before = corners[(index + 3) % 4] as Point;
    const after = corners[(index + 1) % 4] as Point;
    const span = (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x);
    return span >= MIN_SPAN;
  });
}

/** Rotates the corners with the picture by a quarter to the right. */
export function turnCorners([topLeft, topRight, bottomRight, bottomLeft]: Corners): Corners {
  const turn = ({ x, y }: Point): Point => ({ x: 1 - y, y: x });
  return [turn(bottomLeft), turn(topLeft), turn(topRight), turn(bottomRight)];
}

/** The paper's size in its picture, in pixels, from the averages of opposite sides. */
export function measurePaper(corners: Corners, { width, height }: PhotoSize): PhotoSize {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const distance = (one: Point, other: Point) =>
    Math.hypot((one.x - other.x) * width, (one.y - other.y) * height);
  return {
    width: (distance(topLeft, topRight) + distance(bottomLeft, bottomRight)) / 2,
    height: (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2,
  };
}

/** The size within a square of `maxSide` pixels, never enlarged; whole pixels, at least one. */
export function limitSize({ width, height }: PhotoSize, maxSide: number): PhotoSize {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
