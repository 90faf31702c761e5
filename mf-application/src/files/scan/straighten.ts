import type { Pixels } from '../photo/photo-quality.ts';
import type { PhotoSize } from '../photo/photo-size.ts';
import type { Corners } from './corners.ts';

/** Projects the paper between its corners onto a picture of this size, as seen from straight above. */
export function straighten(source: Pixels, corners: Corners, { width, height }: PhotoSize): Pixels {
  const { a, b, c, d, e, f, g, h } = findProjection(corners);
  const target = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1) {
      const u = (column + 0.5) / width;
      const divisor = g * u + h * v + 1;
      const x = ((a * u + b * v + c) / divisor) * source.width - 0.5;
      const y = ((d * u + e * v + f) / divisor) * source.height - 0.5;
      copyPixel(source, x, y, target, 4 * (row * width + column));
    }
  }
  return { width, height, data: target };
}

/** Interpolates the four pixels around a position. */
function copyPixel(
  { data, width, height }: Pixels,
  x: number,
  y: number,
  target: Uint8ClampedArray,
  to: number,
) {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const across = Math.min(1, Math.max(0, x - left));
  const down = Math.min(1, Math.max(0, y - top));
  const [topLeft, topRight] = [4 * (top * width + left), 4 * (top * width + right)];
  const [bottomLeft, bottomRight] = [4 * (bottom * width + left), 4 * (bottom * width + right)];
  for (let channel = 0; channel < 3; channel += 1) {
    const above =
      (data[topLeft + channel] as number) * (1 - across) + (data[topRight + channel] as number) * across;
    const below =
      (data[bottomLeft + channel] as number) * (1 - across) +
      (data[bottomRight + channel] as number) * across;
    target[to + channel] = above * (1 - down) + below * down;
  }
  target[to + 3] = 255;
}

/**
 * The projection of the unit square onto four corners (Heckbert 1989, 2.2.3):
 * x = (au + bv + c) / (gu + hv + 1), y = (du + ev + f) / (gu + hv + 1).
 */
function findProjection([p0, p1, p2, p3]: Corners) {
  const [dx1, dx2, sumX] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x];
  const [dy1, dy2, sumY] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / determinant;
  const h = (dx1 * sumY - sumX * dy1) / determinant;
  return {
    ...{ a: p1.x - p0.x + g * p1.x, b: p3.x - p0.x + h * p3.x, c: p0.x },
    ...{ d: p1.y - p0.y + g * p1.y, e: p3.y - p0.y + h * p3.y, f: p0.y },
    ...{ g, h },
  };
}
