import { crc32, deflateSync } from 'node:zlib';
import { buildPhoto } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decodePicture } from './decode-picture.ts';

const target = { width: 1600, height: 1600, limit: 1024 * 1024 };
const decode = (bytes: Uint8Array) => decodePicture(bytes, target);

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

const toBytes = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4);
  return bytes;
};

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of 8-bit RGB without interlacing. */
const header = (width: number, height: number, isInterlaced = false) =>
  chunk('IHDR', Buffer.concat([toBytes(width, height), Buffer.from([8, 2, 0, 0, isInterlaced ? 1 : 0])]));
const createPng = (width: number, height: number, chunks: readonly Buffer[]) =>
  Buffer.concat([SIGNATURE, header(width, height), ...chunks, chunk('IEND', Buffer.alloc(0))]);
const rows = (width: number, height: number, shade: number) =>
  deflateSync(
    Buffer.concat(Array(height).fill(Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, shade)]))),
  );

/** Its pixels are missing, since the header decides. */
const createEmptyPng = (width: number, height: number) =>
  createPng(width, height, [chunk('IDAT', deflateSync(Buffer.alloc(100)))]);

const createPlain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8fb4d8' }, limitInputPixels: false });

const LOCATION = 'GPSLatitude-in-the-comment';
const PAGE = '<html><script>alert(1)</script></html>';

/** A JPEG of a phone: lying on its side, with place, comment, and a page behind its end. */
async function createRevealingJpeg(): Promise<Buffer> {
  const exif = {
    IFD0: { Copyright: 'somebody' },
    IFD3: { GPSLatitude: '13/1 38/1 0/1', GPSLatitudeRef: 'N' },
  };
  const jpeg = await createPlain(400, 300).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const length = Buffer.from([0, LOCATION.length + 2]);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(LOCATION)]);
  const archive = Buffer.from('PK\x03\x04archive');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(PAGE), archive]);
}

describe('a decoded picture', () => {
  test('is upright and of its format, without metadata, comments or bytes behind it', async () => {
    const original = await createRevealingJpeg();
    expect(original.toString('latin1')).toMatch(/Exif/);
    const decoded = await decode(original);
    const metadata = await sharp(decoded).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 300, height: 400, space: 'srgb' });
    for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments'] as const)
      expect(metadata[part]).toBeUndefined();
    expect(decoded.toString('latin1')).not.toMatch(/Exif|GPS|somebody|<html|archive/);
  });

  test('of a PNG is a PNG without its texts, with its transparency', async () => {
    const text = chunk('tEXt', Buffer.from(`Comment\0${LOCATION}`, 'latin1'));
    const png = createPng(20, 20, [text, chunk('IDAT', rows(20, 20, 200))]);
    const decoded = await decode(Buffer.concat([png, Buffer.from(PAGE)]));
    expect(await sharp(decoded).metadata()).toMatchObject({ format: 'png', width: 20, height: 20 });
    expect(decoded.toString('latin1')).not.toMatch(/tEXt|GPS|<html/);
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect(await sharp(await decode(clear)).metadata()).toMatchObject({ hasAlpha: true });
  });

  test('of an animated PNG is its first frame', async () => {
    const frame = (sequence: number) =>
      chunk('fcTL', Buffer.concat([toBytes(sequence, 20, 20, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
    const second = chunk('fdAT', Buffer.concat([toBytes(2), rows(20, 20, 30)]));
    const animation = [
      chunk('acTL', toBytes(2, 0)),
      frame(0),
      chunk('IDAT', rows(20, 20, 200)),
      frame(1),
      second,
    ];
    const { data } = await sharp(await decode(createPng(20, 20, animation)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...new Set(data)]).toEqual([200]);
  });

  test('fits its size and bytes, in sRGB of 8 bits', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const create = { width: 2400, height: 1200, channels: 3, background: '#888', noise } as const;
    for (const format of ['jpeg', 'png'] as const) {
      const decoded = await decode(await sharp({ create }).toFormat(format).toBuffer());
      const { width, height, depth } = await sharp(decoded).metadata();
      expect({ fits: decoded.length <= target.limit, depth }).toEqual({ fits: true, depth: 'uchar' });
      expect(width / height).toBeCloseTo(2, 1);
      expect(width).toBeLessThanOrEqual(1600);
    }
    const ink = await createPlain(40, 40).toColourspace('cmyk').jpeg().toBuffer();
    expect(await sharp(await decode(ink)).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  });

  test('of the largest camera is taken from a baseline JPEG', async () => {
    const jpeg = await createPlain(16_320, 12_240).jpeg({ quality: 20 }).toBuffer();
    expect(await sharp(await decode(jpeg)).metadata()).toMatchObject({ width: 1600, height: 1200 });
  });
});

describe('what is no picture of a person', () => {
  /** Its header says another size. */
  const createJpeg = async (width: number, height: number, progressive = false) => {
    const jpeg = await createPlain(40, 40).jpeg({ progressive }).toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    return jpeg;
  };
  const cutOff = async (format: 'jpeg' | 'png') => {
    const whole = await buildPhoto(format);
    return whole.subarray(0, whole.length / 2);
  };
  const MEGABYTE = 1024 * 1024;
  const start = Buffer.from([0xff, 0xd8]);

  test.each([
    ['a PNG of 64,000,000 × 1 pixels', () => createEmptyPng(64_000_000, 1), 'too-small'],
    ['a PNG of 20,000 × 1,000 pixels', () => createEmptyPng(20_000, 1000), 'too-many-pixels'],
    ['a PNG of 5,000 × 5,000 pixels', () => createEmptyPng(5000, 5000), 'too-many-pixels'],
    ['a progressive JPEG of 6,000 × 4,001 pixels', () => createJpeg(6000, 4001, true), 'too-many-pixels'],
    ['a baseline JPEG of 17,000 × 12,000 pixels', () => createJpeg(17_000, 12_000), 'too-many-pixels'],
    ['a photo of 15 × 400 pixels', () => createJpeg(15, 400), 'too-small'],
    ['half a JPEG', () => cutOff('jpeg'), undefined],
    ['half a PNG', () => cutOff('png'), undefined],
    ['a GIF', () => createPlain(40, 40).gif().toBuffer(), 'wrong-type'],
    ['nonsense', () => Buffer.from('nonsense'), 'wrong-type'],
    ['nothing', () => Buffer.alloc(0), 'wrong-type'],
    ['the start of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), 'wrong-type'],
    [
      'markers without a JPEG',
      () => Buffer.concat([start, Buffer.alloc(5 * MEGABYTE, Buffer.from([0xff, 0xe1, 0, 2]))]),
      'wrong-type',
    ],
  ])('%s', async (_what, create, reason) => {
    const decoding = decode(await create());
    if (reason) await expect(decoding).rejects.toMatchObject({ name: 'UnusableFile', reason });
    else await expect(decoding).rejects.not.toHaveProperty('reason');
  });
});
