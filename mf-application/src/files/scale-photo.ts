const LONGEST_SIDE = 1200;
const MOST_BYTES = 200 * 1024;
const qualities = [0.9, 0.8, 0.7, 0.6, 0.5];

/**
 * Makes a photo of any size the one that is sent: upright, a JPEG of at most 200 KB and 1200 pixels a
 * side, without what the camera wrote into it.
 * @throws when it is no picture that the browser can read
 */
export async function scalePhoto(file: Blob): Promise<Blob> {
  const picture = await upright(file);
  try {
    let longest = Math.min(LONGEST_SIDE, Math.max(picture.width, picture.height));
    for (;;) {
      const canvas = drawn(picture, longest / Math.max(picture.width, picture.height));
      for (const quality of qualities) {
        const jpeg = await jpegOf(canvas, quality);
        if (jpeg.size <= MOST_BYTES) return jpeg;
      }
      longest *= 0.75;
    }
  } finally {
    picture.close();
  }
}

/** Older browsers do not know the option, and turn the picture without it. */
const upright = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => createImageBitmap(file));

/** The picture at that scale, on white where it is transparent. */
function drawn(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((give, fail) => {
    canvas.toBlob(
      (jpeg) => (jpeg ? give(jpeg) : fail(new Error('The photo could not be encoded'))),
      'image/jpeg',
      quality,
    );
  });
