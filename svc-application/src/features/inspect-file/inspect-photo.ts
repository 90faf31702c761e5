import sharp from 'sharp';

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
