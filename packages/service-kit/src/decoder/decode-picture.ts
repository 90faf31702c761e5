import sharp, { type Channels, type Metadata } from 'sharp';
import { UnusableFile } from './serve-decoder.ts';

export { serveDecoder, UnusableFile } from './serve-decoder.ts';

// One file at a time, and none of it stays.
sharp.cache(false);
sharp.concurrency(1);

export interface PictureTarget {
  /** Pixels; the picture is scaled down to fit. */
  readonly width: number;
  readonly height: number;
  /** Bytes. */
  readonly limit: number;
  /** The format that came in, unless given. A JPEG has no transparency: it becomes white. */
  readonly format?: 'jpeg';
}

const [MIN_SIDE, MAX_SIDE] = [16, 17_000];
/** The largest of cameras. A baseline JPEG is scaled down while it is decoded, by up to 8. */
const MAX_SHRINKABLE_PIXELS = 200_000_000;
/** Progressive JPEGs and interlaced PNGs are decoded as a whole. */
const MAX_PIXELS = 24_000_000;

const JPEG_QUALITIES = [85, 75, 60, 45, 30] as const;
const SMALLER = 0.7;
const WHITE = { background: '#ffffff' };
const MIN_SCALED_SIDE = 32;

/** @throws UnusableFile when there is none */
async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw new UnusableFile('wrong-type');
  }
}

/** By the header, since a small file may expand to gigabytes. */
function assertDecodable({ format, width, height, isProgressive }: Metadata): void {
  if (format !== 'jpeg' && format !== 'png') throw new UnusableFile('wrong-type');
  if (Math.min(width, height) < MIN_SIDE) throw new UnusableFile('too-small');
  const isShrinkable = format === 'jpeg' && !isProgressive;
  const maxPixels = isShrinkable ? MAX_SHRINKABLE_PIXELS : MAX_PIXELS;
  if (Math.max(width, height) > MAX_SIDE || width * height > maxPixels)
    throw new UnusableFile('too-many-pixels');
}

interface Picture {
  readonly data: Buffer;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: Channels };
  /** Of the file. */
  readonly format: 'jpeg' | 'png';
}

/**
 * The pixels of a JPEG or of the first frame of a PNG: upright, sRGB of 8 bits, scaled down to fit.
 * @throws UnusableFile, or an error of the library for a broken file.
 */
export async function readPicture(
  bytes: Uint8Array,
  { width, height }: Pick<PictureTarget, 'width' | 'height'>,
): Promise<Picture> {
  const metadata = await readHeader(bytes);
  assertDecodable(metadata);
  const { data, info } = await sharp(bytes, {
    limitInputPixels: false,
    failOn: 'truncated',
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { data, raw, format: metadata.format === 'png' ? 'png' : 'jpeg' };
}

/** Within the limit, with the best of the qualities; smaller if none suffices. */
export async function encodePicture(
  { data, raw, ...picture }: Picture,
  { width, height, limit, ...target }: PictureTarget,
): Promise<Buffer> {
  const format = target.format ?? picture.format;
  const scale = Math.min(1, width / raw.width, height / raw.height);
  for (let side = Math.round(Math.max(raw.width, raw.height) * scale); ; side = Math.round(side * SMALLER)) {
    for (const quality of format === 'jpeg' ? JPEG_QUALITIES : [undefined]) {
      // A clone would copy the pixels.
      const scaled = sharp(data, { raw }).resize({ width: side, height: side, fit: 'inside' });
      const encoded = await (quality ? scaled.flatten(WHITE).jpeg({ quality }) : scaled.png()).toBuffer();
      if (encoded.length <= limit || side < MIN_SCALED_SIDE) return encoded;
    }
  }
}

/**
 * Re-encodes a picture without metadata or anything else that the file contains.
 * @throws UnusableFile, or an error of the library for a broken file.
 */
export const decodePicture = async (bytes: Uint8Array, target: PictureTarget): Promise<Buffer> =>
  encodePicture(await readPicture(bytes, target), target);
