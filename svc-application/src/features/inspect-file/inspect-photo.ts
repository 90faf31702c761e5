import sharp from 'sharp';

// One photo at a time in few megabytes: many applicants send theirs at once.
sharp.cache(false);
sharp.concurrency(1);

const TOO_MANY_PIXELS = 'This photo has too many pixels. Please upload a smaller one.';

/** No phone's photo of at most 5 MB has more. */
const MAX_PIXELS = 64_000_000;
const DECODED_WIDTH = 64;
/** A whole photo of the most pixels takes half a second; the library ends what takes longer than this. */
const TIMEOUT_SECONDS = 15;

/** By its header alone: a small file may unfold to gigabytes. */
async function hasTooManyPixels(bytes: Buffer): Promise<boolean> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return width * height > MAX_PIXELS;
}

/**
 * Says in words why a photo is not taken; nothing when it may be.
 * @param brokenMessage the words for what is no whole picture: it is decoded to its end
 */
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
