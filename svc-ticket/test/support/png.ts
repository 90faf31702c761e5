import jsqrModule from 'jsqr';
import sharp from 'sharp';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

/** RGBA pixels, line by line. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** @throws when it is no PNG. */
export async function readPng(png: Buffer): Promise<Pixels> {
  const { format } = await sharp(png).metadata();
  if (format !== 'png') throw new Error(`not a PNG but ${format}`);
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** What a QR code on it says; undefined when there is none. */
export const findCode = ({ data, width, height }: Pixels): string | undefined =>
  jsqr(data, width, height)?.data;

/** A part of a page, each side as a share of its own length. */
export interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function* listOffsets({ width, height }: Pixels, { left, top, right, bottom }: PageArea): Generator<number> {
  for (let y = Math.round(top * height); y < bottom * height; y += 1) {
    for (let x = Math.round(left * width); x < right * width; x += 1) yield (y * width + x) * 4;
  }
}

/** The mean colour of a part, as red, green and blue. */
export function calculateMeanColour(pixels: Pixels, area: PageArea): number[] {
  const offsets = [...listOffsets(pixels, area)];
  const mean = (channel: number) =>
    offsets.reduce((sum, offset) => sum + Number(pixels.data[offset + channel]), 0) / offsets.length;
  return [0, 1, 2].map((channel) => Math.round(mean(channel)));
}

/** Text is dark, its edges and small palettes' approximations of it less so, a watermark not at all. */
const DARK = 90;
const NEARLY_DARK = 150;

const getGreen = ({ data }: Pixels, offset: number): number => Number(data[offset + 1]);

function isDarkNear(pixels: Pixels, offset: number): boolean {
  const line = pixels.width * 4;
  const steps = [-2, -1, 0, 1, 2];
  return steps.some((down) =>
    steps.some((right) => getGreen(pixels, offset + down * line + right * 4) < NEARLY_DARK),
  );
}

/** The share of one page's text in a part that is not in the same place on the other of the same size. */
export function measureMissing(other: Pixels, pixels: Pixels, area: PageArea): number {
  const dark = [...listOffsets(pixels, area)].filter((offset) => getGreen(pixels, offset) < DARK);
  return dark.filter((offset) => !isDarkNear(other, offset)).length / dark.length;
}
