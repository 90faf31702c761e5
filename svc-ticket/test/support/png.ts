import sharp from 'sharp';

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
