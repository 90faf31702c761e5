import { createWhiteCanvas } from './canvas.ts';
import type { PhotoSize } from './photo-size.ts';

/** More than any cut of it needs, and little enough for a phone's memory. */
const MAX_SIDE_PX = 2400;

/**
 * Decodes a photo upright, at most 2400 pixels a side, without holding up the page where the browser can.
 * @throws when it is no picture that the browser can read
 */
export async function readPicture(file: Blob, size: PhotoSize): Promise<HTMLCanvasElement> {
  const picture = await decodePicture(file, size);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width * scale, picture.height * scale];
  const { canvas, context } = createWhiteCanvas({ width, height });
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

/** Older browsers do not know the options, and turn the picture without them. */
function decodePicture(file: Blob, { width, height }: PhotoSize): Promise<ImageBitmap> {
  const scale = MAX_SIDE_PX / Math.max(width, height);
  // One side alone: the other then follows in whatever order the browser turns and scales.
  const smaller = scale < 1 && ({ resizeWidth: Math.round(width * scale), resizeQuality: 'high' } as const);
  return createImageBitmap(file, { imageOrientation: 'from-image', ...smaller }).catch(() =>
    createImageBitmap(file),
  );
}
