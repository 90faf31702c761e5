import { deflateSync } from 'node:zlib';
import { buildPdf, buildPhoto } from '@archaka/test-kit';

/** A hostile file, and the field of the form that it is sent for. */
export interface HostileFile {
  readonly name: string;
  readonly kind: 'image' | 'birthcertificate';
  readonly bytes: () => Buffer | Promise<Buffer>;
}

const PDF_BYTES = 1_900_000;

/** A PDF whose body repeats one text. */
const createPdf = (unit: string) => (): Buffer =>
  Buffer.from(`%PDF-1.4\n${unit.repeat(PDF_BYTES / unit.length)}\n%%EOF\n`, 'latin1');

function createPngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

/** A PNG that declares so many pixels a side, and contains `rows` bytes of them. */
function createPng(side: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = createPngChunk('IDAT', deflateSync(Buffer.alloc(rows)));
  return Buffer.concat([
    signature,
    createPngChunk('IHDR', header),
    data,
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG with other dimensions in its header than in its data. */
async function createJpeg(side: number): Promise<Buffer> {
  const bytes = Buffer.from(await buildPhoto('jpeg', 64, 64));
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
}

export const hostileFiles: readonly HostileFile[] = [
  { name: 'a PNG of many pixels', kind: 'image', bytes: () => createPng(60_000, 20_000_000) },
  {
    name: 'a PNG that decompresses to a large image',
    kind: 'image',
    bytes: () => createPng(7900, 190_000_000),
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
];
