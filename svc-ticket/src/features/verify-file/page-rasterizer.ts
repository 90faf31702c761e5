import sharp from 'sharp';

/** RGBA, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Takes the maximal length of the longest side, in pixels. */
export type PageRasterizer = (longestSide: number) => Promise<Pixels>;

/** More than a phone's camera takes. */
const MAX_PIXELS = 120_000_000;

/** Rotates the picture upright. The result throws when it is unreadable. */
export const createImageRasterizer =
  (picture: Uint8Array): PageRasterizer =>
  async (longestSide) => {
    const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  };
