import { GIF } from 'image-size/types/gif';
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { problems } from '../problems.ts';
import { photoProblems } from './photo-messages.ts';

/** Width and height as displayed, in pixels. */
export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/** Enough for a camera's metadata, which precedes the picture's size. */
const HEADER_BYTES = 1024 * 1024;
/** The largest cameras of phones have 200 megapixels, and a little over. */
const MAX_PIXELS = 205_000_000;
/** The service's limit. */
const MIN_SIDE = 16;
/** From this orientation (EXIF 2.3) on, the camera was turned by 90 degrees. */
const FIRST_ROTATED_ORIENTATION = 5;

/** Reads a photo's size from its first bytes, so that one too large for the phone is never decoded. */
export async function readPhotoSize(file: Blob): Promise<PhotoSize | { readonly problem: string }> {
  if (file.size === 0) return { problem: photoProblems.empty };
  const bytes = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  const header = readHeader(bytes);
  if (!header) return { problem: isHeic(bytes) ? photoProblems.heic : problems.notAPhoto };
  const { width, height, orientation = 1 } = header;
  if (width * height > MAX_PIXELS) return { problem: photoProblems.tooManyPixels };
  if (Math.min(width, height) < MIN_SIDE) return { problem: photoProblems.tooFewPixels };
  return orientation >= FIRST_ROTATED_ORIENTATION ? { width: height, height: width } : { width, height };
}

/** What some browser decodes; whether this one does, it says itself. */
function readHeader(bytes: Uint8Array) {
  try {
    return [JPG, PNG, WEBP, GIF, HEIF].find(({ validate }) => validate(bytes))?.calculate(bytes);
  } catch {
    return undefined;
  }
}

/** The brands of ISO/IEC 23008-12 that phones write. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(new TextDecoder('latin1').decode(bytes.subarray(4, 12)));
