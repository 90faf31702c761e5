import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { CHANNELS, type Raster, type Size } from './pdfium-page.ts';

/** A picture as PDF stores it. */
export interface EncodedPicture extends Size {
  readonly bytes: Uint8Array;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  readonly isGrey: boolean;
  readonly bitsPerComponent: 4 | 8;
}

/** How far, of 255, a pixel's red and blue may lie from its green: a scanner's grey has a tint. */
const MAX_TINT = 8;
/** Of paper and ink alone, without a scan's grain: the share of the four most frequent shades. */
const FLAT_SHARE = 0.85;
/** Tried in this order until the picture fits. */
const STEPS = [
  { scale: 1, quality: 80 },
  { scale: 1, quality: 60 },
  { scale: 0.7, quality: 60 },
  { scale: 0.5, quality: 55 },
  { scale: 0.35, quality: 50 },
] as const;

interface Look {
  readonly isGrey: boolean;
  /** Few shades, as written pages have. */
  readonly isFlat: boolean;
}

function isGrey({ data }: Raster): boolean {
  for (let at = 0; at < data.length; at += CHANNELS) {
    const green = data[at + 1] as number;
    const towardsRed = (data[at] as number) - green;
    const towardsBlue = (data[at + 2] as number) - green;
    if (towardsRed * towardsRed + towardsBlue * towardsBlue > MAX_TINT * MAX_TINT) return false;
  }
  return true;
}

function isFlat({ data }: Raster): boolean {
  const shades = new Uint32Array(256);
  for (let at = 1; at < data.length; at += CHANNELS)
    shades[data[at] as number] = (shades[data[at] as number] as number) + 1;
  const frequent = shades.sort().subarray(-4);
  return frequent.reduce((sum, shade) => sum + shade, 0) >= FLAT_SHARE * (data.length / CHANNELS);
}

const toPixels = ({ data, width, height }: Raster, look: Look): Sharp => {
  const pixels = sharp(data, { raw: { width, height, channels: CHANNELS } });
  return look.isGrey ? pixels.toColourspace('b-w') : pixels;
};

/** Between two of the 16 shades that four bits have. */
const SHADE_STEP = 17;

/** Two samples of four bits a byte, each row in bytes of its own. */
function packSamples(samples: Uint8Array, samplesPerRow: number): Uint8Array {
  const rows = samples.length / samplesPerRow;
  const bytesPerRow = Math.ceil(samplesPerRow / 2);
  const packed = new Uint8Array(bytesPerRow * rows);
  for (let row = 0; row < rows; row += 1)
    for (let place = 0; place < samplesPerRow; place += 1) {
      const shade = Math.round((samples[row * samplesPerRow + place] as number) / SHADE_STEP);
      const at = row * bytesPerRow + (place >> 1);
      packed[at] = (packed[at] as number) | (place % 2 === 0 ? shade << 4 : shade);
    }
  return packed;
}

/**
 * Smaller than a JPEG and sharper for written pages, whose letters have shades at their edges only. With 256 of them
 * a page of text has eight times the bytes.
 */
async function encodeFlat(raster: Raster, look: Look): Promise<EncodedPicture> {
  const { width, height } = raster;
  const { data, info } = await toPixels(raster, look).raw().toBuffer({ resolveWithObject: true });
  const bytes = deflateSync(packSamples(data, width * info.channels));
  return { width, height, bytes, filter: 'FlateDecode', isGrey: look.isGrey, bitsPerComponent: 4 };
}

async function encodeJpeg(
  raster: Raster,
  look: Look,
  { scale, quality }: (typeof STEPS)[number],
): Promise<EncodedPicture> {
  const pixels = toPixels(raster, look);
  const scaled = scale < 1 ? pixels.resize(Math.max(1, Math.round(raster.width * scale))) : pixels;
  const { data: bytes, info } = await scaled.jpeg({ quality }).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, bytes, filter: 'DCTDecode', isGrey: look.isGrey, bitsPerComponent: 8 };
}

/** The best picture within the bytes allowed, or else the smallest. */
export async function encodeRaster(raster: Raster, allowedBytes: number): Promise<EncodedPicture> {
  const look = { isGrey: isGrey(raster), isFlat: isFlat(raster) };
  if (look.isFlat) {
    const flat = await encodeFlat(raster, look);
    if (flat.bytes.length <= allowedBytes) return flat;
  }
  let smallest: EncodedPicture | undefined;
  for (const step of STEPS) {
    smallest = await encodeJpeg(raster, look, step);
    if (smallest.bytes.length <= allowedBytes) break;
  }
  return smallest as EncodedPicture;
}
