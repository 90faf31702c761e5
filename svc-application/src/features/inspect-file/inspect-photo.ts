import sharp from 'sharp';

// Limits memory while many applicants upload at once.
sharp.cache(false);
sharp.concurrency(1);

const TOO_MANY_PIXELS = 'This photo has too many pixels. Please upload a smaller one.';

/** Exceeds every phone photo of at most 5 MB. */
const MAX_PIXELS = 64_000_000;
const DECODED_WIDTH = 64;
/** A photo of the most pixels takes half a second. sharp aborts after this time. */
const TIMEOUT_SECONDS = 15;

/** Reads only the header, since a small file may expand to gigabytes. */
async function hasTooManyPixels(bytes: Buffer): Promise<boolean> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return width * height > MAX_PIXELS;
}

/** Decodes the whole picture. @returns the rejection message, `brokenMessage` for a truncated one. */
export async function inspectPhoto(bytes: Buffer, brokenMessage: string): Promise<string | undefined> {
  try {
    if (await hasTooManyPixels(bytes)) return TOO_MANY_PIXELS;
    await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize(DECODED_WIDTH)
      .raw()
      .toBuffer();
    return undefined;
  } catch {
    return brokenMessage;
  }
}
