import { GIF } from 'image-size/types/gif';
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { problems } from '../problems.ts';
import {
  type Crop,
  createWhiteCanvas,
  defaultCrop,
  drawCrop,
  encodeJpeg,
  type PhotoSize,
  scaleImage,
} from './crop.ts';
import { photoProblems } from './photo-messages.ts';
import { ANALYSIS_WIDTH, findQualityIssues, type QualityIssue } from './photo-quality.ts';

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
const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(new TextDecoder('latin1').decode(bytes.subarray(4, 12)));

/** More than any crop needs, and within a phone's memory. */
const MAX_SIDE_PX = 2400;

/** Decodes upright, off the main thread where possible. @throws when the browser cannot read the picture */
export async function readPicture(file: Blob, size: PhotoSize): Promise<HTMLCanvasElement> {
  const picture = await decodePicture(file, size);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width * scale, picture.height * scale];
  const { canvas, context } = createWhiteCanvas({ width, height });
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

/**
 * Scaled while it is decoded, where the browser can. Older browsers ignore the options, and rotate the picture by
 * default. Of an animation the first frame is decoded.
 */
function decodePicture(file: Blob, { width, height }: PhotoSize): Promise<ImageBitmap> {
  const scale = MAX_SIDE_PX / Math.max(width, height);
  // Only one side is set: the other follows in either order of rotation and scaling.
  const smaller = scale < 1 && ({ resizeWidth: Math.round(width * scale), resizeQuality: 'high' } as const);
  return createImageBitmap(file, { imageOrientation: 'from-image', ...smaller }).catch(() =>
    createImageBitmap(file),
  );
}

/** At least the ticket's resolution at 400 dpi. */
const MAX_WIDTH_PX = 600;
const MAX_BYTES = 200 * 1024;
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5];

/** Encodes a JPEG of at most 200 KB, without the camera's metadata. */
async function encodeSmallJpeg(picture: HTMLCanvasElement): Promise<Blob> {
  for (let canvas = picture; ; canvas = scaleImage(canvas, 0.75)) {
    for (const quality of QUALITIES) {
      const jpeg = await encodeJpeg(canvas, quality);
      if (jpeg.size <= MAX_BYTES) return jpeg;
    }
  }
}

/** A photo as it is sent, and the whole picture for another crop. */
export interface PreparedPhoto {
  readonly jpeg: Blob;
  readonly issues: readonly QualityIssue[];
  readonly picture: HTMLCanvasElement;
  readonly crop: Crop;
}

/** Converts a photo of any size to the sent format: an upright portrait of at most 200 KB. */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto | { readonly problem: string }> {
  const size = await readPhotoSize(file);
  if ('problem' in size) return size;
  const picture = await readPicture(file, size).catch(() => undefined);
  return picture ? cropPhoto(picture, defaultCrop(picture)) : { problem: await explainUnread(file, size) };
}

/** More than a low-end phone decodes with certainty. */
const LARGE_PIXELS = 24_000_000;

/** The likely reason why this browser did not decode a picture with a sound header. */
async function explainUnread(file: Blob, { width, height }: PhotoSize): Promise<string> {
  if (isHeic(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) return photoProblems.heic;
  return width * height > LARGE_PIXELS ? photoProblems.tooLargeHere : problems.notAPhoto;
}

export async function cropPhoto(picture: HTMLCanvasElement, crop: Crop): Promise<PreparedPhoto> {
  const portrait = drawCrop(picture, crop, MAX_WIDTH_PX / crop.width);
  const analysisCanvas = scaleImage(portrait, ANALYSIS_WIDTH / portrait.width);
  const pixels = analysisCanvas
    .getContext('2d')
    ?.getImageData(0, 0, analysisCanvas.width, analysisCanvas.height);
  const issues = pixels ? findQualityIssues(pixels, portrait.width) : [];
  return { jpeg: await encodeSmallJpeg(portrait), issues, picture, crop };
}
