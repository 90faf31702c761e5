import sharp from 'sharp';

/** RGBA pixels, line by line. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A page as it is seen with so many pixels along its longest side, at the most. */
export type PageRasterizer = (longestSide: number) => Promise<Pixels>;

/** More than a phone's camera makes. */
const MAX_PIXELS = 120_000_000;

/** A scan or photo, upright; its sight fails when it is no picture that can be read. */
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
