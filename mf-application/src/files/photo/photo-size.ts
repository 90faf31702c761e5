import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { problems } from '../problems.ts';
import { photoProblems } from './photo-messages.ts';

/** Width and height as displayed, in pixels. */
export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/** Enough for a camera's metadata, which precedes the picture's size. */
const HEADER_BYTES = 1024 * 1024;
const MAX_PIXELS = 64_000_000;
/** From this orientation (EXIF 2.3) on, the camera was turned by 90 degrees. */
const FIRST_ROTATED_ORIENTATION = 5;

/** Reads a photo's size from its first bytes, so that one too large for the phone is never decoded. */
export async function readPhotoSize(file: Blob): Promise<PhotoSize | { readonly problem: string }> {
  if (file.size === 0) return { problem: photoProblems.empty };
  const bytes = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  if (isHeic(bytes)) return { problem: photoProblems.heic };
  const header = readHeader(bytes);
  if (!header) return { problem: problems.notAPhoto };
  const { width, height, orientation = 1 } = header;
  if (width * height > MAX_PIXELS) return { problem: photoProblems.tooManyPixels };
  return orientation >= FIRST_ROTATED_ORIENTATION ? { width: height, height: width } : { width, height };
}

function readHeader(bytes: Uint8Array) {
  try {
    return [JPG, PNG].find(({ validate }) => validate(bytes))?.calculate(bytes);
  } catch {
    return undefined;
  }
}

/** The brands of ISO/IEC 23008-12 that phones write. */
const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(new TextDecoder('latin1').decode(bytes.subarray(4, 12)));
