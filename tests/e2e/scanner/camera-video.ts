import { writeFile } from 'node:fs/promises';
import jsqrModule from 'jsqr';
import sharp from 'sharp';
import type { PagePicture } from '../pdf.ts';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

const WIDTH = 1280;
const HEIGHT = 720;
/** A ticket in front of a phone: its code fills half of the picture's height. */
const CODE_SIZE = 360;
const FRAMES = 4;

const toImage = ({ data, width, height }: PagePicture) =>
  sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });

/** A photo of the whole printed page. */
export const toPhoto = (image: PagePicture): Promise<Buffer> =>
  toImage(image).jpeg({ quality: 80 }).toBuffer();

/** Two pages side by side in one photo. */
export async function toPhotoOfBoth(first: PagePicture, second: PagePicture): Promise<Buffer> {
  const rightImage = await toImage(second).png().toBuffer();
  return sharp(await toImage(first).png().toBuffer())
    .extend({ right: second.width, background: 'white' })
    .composite([{ input: rightImage, left: first.width, top: 0 }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** The code of the print with its quiet zone, cut out. */
async function cropCode(image: PagePicture): Promise<Buffer> {
  const found = jsqr(image.data, image.width, image.height);
  if (!found) throw new Error('no code can be read');
  const { topLeftCorner: topLeft, topRightCorner } = found.location;
  const quietZone = 12;
  const side = Math.ceil(topRightCorner.x - topLeft.x) + 2 * quietZone;
  const [left, top] = [Math.floor(topLeft.x) - quietZone, Math.floor(topLeft.y) - quietZone];
  return toImage(image)
    .extract({ left, top, width: side, height: side })
    .resize(CODE_SIZE)
    .rotate(7, { background: '#ffffff' })
    .png()
    .toBuffer();
}

/** The camera's picture of the print: a film of some frames that Chromium repeats (YUV4MPEG2). */
export async function writeCameraVideo(image: PagePicture, file: string): Promise<void> {
  const background = {
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b8b0a4' },
  } as const;
  const luma = await sharp(background)
    .composite([{ input: await cropCode(image) }])
    .blur(0.8)
    .greyscale()
    .raw()
    .toBuffer();
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A0:0 C420jpeg\n`);
  const frame = [Buffer.from('FRAME\n'), luma, chroma];
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame).flat()]));
}
