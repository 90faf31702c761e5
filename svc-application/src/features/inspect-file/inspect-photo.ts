import sharp from 'sharp';

// One photo at a time in few megabytes: many applicants send theirs at once.
sharp.cache(false);
sharp.concurrency(1);

const MOST_PIXELS = 64_000_000;
const PROOF_WIDTH = 64;

/** Whether the bytes are a whole picture: it is decoded to its end. */
export async function isPicture(bytes: Buffer): Promise<boolean> {
  try {
    await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' })
      .resize(PROOF_WIDTH)
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
