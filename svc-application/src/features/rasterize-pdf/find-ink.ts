import type { Word } from './page-text.ts';
import type { Raster, Size } from './pdfium-page.ts';

/** Of 255, how far the shades of a place without ink may lie from each other. */
const MAX_SHADE_DIFFERENCE = 3;
/** Where letters and their marks lie from the base line, in units of the font's size. */
const [BELOW, ABOVE] = [-0.3, 1];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function findBox({ x, y, angle, width, size }: Word, page: Size, raster: Raster): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [0, width].flatMap((along) =>
    [BELOW * size, ABOVE * size].map(
      (up) => [x + along * cos - up * sin, y + along * sin + up * cos] as const,
    ),
  );
  const across = corners.map(([at]) => (at / page.width) * raster.width);
  const down = corners.map(([, at]) => (1 - at / page.height) * raster.height);
  return {
    left: Math.max(0, Math.floor(Math.min(...across))),
    top: Math.max(0, Math.floor(Math.min(...down))),
    right: Math.min(raster.width, Math.ceil(Math.max(...across))),
    bottom: Math.min(raster.height, Math.ceil(Math.max(...down))),
  };
}

/** Whether anything is drawn where the word is: a word on a hidden layer, below a picture or beside the page is not. */
export function hasInk(word: Word, page: Size, raster: Raster): boolean {
  const { left, top, right, bottom } = findBox(word, page, raster);
  const { data, width } = raster;
  const first = (top * width + left) * 4;
  for (let row = top; row < bottom; row += 1)
    for (let at = (row * width + left) * 4, end = (row * width + right) * 4; at < end; at += 4)
      for (let channel = 0; channel < 3; channel += 1) {
        const difference = (data[at + channel] as number) - (data[first + channel] as number);
        if (difference > MAX_SHADE_DIFFERENCE || difference < -MAX_SHADE_DIFFERENCE) return true;
      }
  return false;
}
