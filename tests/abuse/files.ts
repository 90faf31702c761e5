import { crc32, deflateSync } from 'node:zlib';
import { buildPdf, buildPhoto } from '@archaka/test-kit';
import sharp from 'sharp';
import {
  createJbig2Bomb,
  createLargePages,
  createNegativePage,
  createNestedForms,
  createPictureBomb,
  createStreamBomb,
} from './hostile-pdfs.ts';

/** A hostile file, and the field of the form that it is sent for. */
export interface HostileFile {
  readonly name: string;
  readonly kind: 'image' | 'birthcertificate';
  readonly bytes: () => Buffer | Promise<Buffer>;
  /** Number of concurrent uploads. */
  readonly times?: number;
}

const PDF_BYTES = 1_900_000;

/** A PDF whose body repeats one text. */
const createPdf = (unit: string) => (): Buffer =>
  Buffer.from(`%PDF-1.4\n${unit.repeat(PDF_BYTES / unit.length)}\n%%EOF\n`, 'latin1');

function createPngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** One bit a pixel, or three bytes. */
type PixelFormat = 'bits' | 'colours';

interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly format?: PixelFormat;
  /** Length of the decompressed data. */
  readonly bytes: number;
}

/** A black PNG that declares so many pixels, and contains `bytes` of them. */
function createPng({ width, height, format = 'colours', bytes }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(format === 'bits' ? [1, 0] : [8, 2], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const WIDE = 64_000_000;
/** One filter byte, then eight pixels a byte: 7.8 KB compressed. */
const createWidePng = (): Buffer =>
  createPng({ width: WIDE, height: 1, format: 'bits', bytes: 1 + WIDE / 8 });

/** A progressive JPEG, which a decoder must hold as a whole; below 1 MB. */
export const createProgressiveJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 7990, height: 8000, channels: 3, background: '#8fb4d8' } })
    .jpeg({ progressive: true })
    .toBuffer();

/** A JPEG with other dimensions in its header than in its data. */
async function createJpeg(side: number): Promise<Buffer> {
  const bytes = Buffer.from(await buildPhoto('jpeg', 64, 64));
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
}

export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'a PNG of many pixels',
    kind: 'image',
    bytes: () => createPng({ width: 60_000, height: 60_000, bytes: 20_000_000 }),
  },
  {
    name: 'a PNG that decompresses to a large image',
    kind: 'image',
    bytes: () => createPng({ width: 7900, height: 7900, bytes: 190_000_000 }),
  },
  { name: 'a JPEG of many pixels', kind: 'image', bytes: () => createJpeg(65_000) },
  {
    name: 'a JPEG that ends early',
    kind: 'image',
    bytes: async () => (await buildPhoto()).subarray(0, 3000),
  },
  { name: 'a ZIP as a photo', kind: 'image', bytes: () => Buffer.from('504b0304'.repeat(100_000), 'hex') },
  {
    name: 'a ZIP as a paper',
    kind: 'birthcertificate',
    bytes: () => Buffer.from('504b0304'.repeat(100_000), 'hex'),
  },
  { name: 'a PDF that ends early', kind: 'birthcertificate', bytes: () => buildPdf().subarray(0, 200) },
  { name: 'an empty PDF', kind: 'birthcertificate', bytes: createPdf('\u0000') },
  { name: 'a PDF of streams', kind: 'birthcertificate', bytes: createPdf('stream\nendstream ') },
  { name: 'a PDF of escapes', kind: 'birthcertificate', bytes: createPdf('#4a') },
  {
    name: 'a PDF of objects',
    kind: 'birthcertificate',
    bytes: createPdf('1 0 obj\n<</Type/ObjStm>>stream\n'),
  },
  { name: 'a PDF of brackets', kind: 'birthcertificate', bytes: createPdf('[<<') },
  { name: 'four PNGs of 64,000,000 × 1 pixels', kind: 'image', bytes: createWidePng, times: 4 },
  {
    name: 'four progressive JPEGs of 64 megapixels',
    kind: 'image',
    bytes: createProgressiveJpeg,
    times: 4,
  },
  {
    name: 'a PDF whose stream unpacks to 200 MB',
    kind: 'birthcertificate',
    bytes: createStreamBomb,
    times: 2,
  },
  {
    name: 'a PDF whose forms are drawn 20^10 times',
    kind: 'birthcertificate',
    bytes: createNestedForms,
    times: 2,
  },
  { name: 'a PDF with a page of -1e48 points', kind: 'birthcertificate', bytes: createNegativePage },
  {
    name: 'a PDF with a picture of 256 megapixels',
    kind: 'birthcertificate',
    bytes: createPictureBomb,
    times: 4,
  },
  {
    name: 'a PDF with JBIG2 of 60,000 × 60,000 pixels',
    kind: 'birthcertificate',
    bytes: createJbig2Bomb,
    times: 4,
  },
  { name: 'a PDF of 100 large pages', kind: 'birthcertificate', bytes: createLargePages, times: 2 },
];
