import { writeFile } from 'node:fs/promises';
import jsqrModule from 'jsqr';
import sharp from 'sharp';
import type { Print } from '../print-pdf.ts';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

const WIDTH = 1280;
const HEIGHT = 720;
/** As a ticket is held before a phone: its code fills half of the picture's height. */
const CODE = 360;
const FRAMES = 4;

const picture = ({ data, width, height }: Print) =>
  sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });

/** The print as a photo of the whole page. */
export const photoOf = (print: Print): Promise<Buffer> => picture(print).jpeg({ quality: 80 }).toBuffer();

/** Two pages side by side in one photo. */
export async function photoOfBoth(one: Print, other: Print): Promise<Buffer> {
  const right = await picture(other).png().toBuffer();
  return sharp(await picture(one).png().toBuffer())
    .extend({ right: other.width, background: 'white' })
    .composite([{ input: right, left: one.width, top: 0 }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** The code of the print with its quiet zone, cut out. */
async function codeOn(print: Print): Promise<Buffer> {
  const found = jsqr(print.data, print.width, print.height);
  if (!found) throw new Error('no code can be read');
  const { topLeftCorner: corner, topRightCorner } = found.location;
  const zone = 12;
  const side = Math.ceil(topRightCorner.x - corner.x) + 2 * zone;
  const [left, top] = [Math.floor(corner.x) - zone, Math.floor(corner.y) - zone];
  return picture(print)
    .extract({ left, top, width: side, height: side })
    .resize(CODE)
    .rotate(7, { background: '#ffffff' })
    .png()
    .toBuffer();
}

/** What a camera sees of the print: a film of some frames that Chromium plays again and again (YUV4MPEG2). */
export async function filmOf(print: Print, file: string): Promise<void> {
  const table = { create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b8b0a4' } } as const;
  const luma = await sharp(table)
    .composite([{ input: await codeOn(print) }])
    .blur(0.8)
    .greyscale()
    .raw()
    .toBuffer();
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A0:0 C420jpeg\n`);
  const frame = [Buffer.from('FRAME\n'), luma, colourless];
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame).flat()]));
}
