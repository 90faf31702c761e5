import { crc32, deflateSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { findFormFile } from '../../domain/form-files.ts';
import { readPages } from '../rasterize-pdf/testing/read-pages.ts';
import { createFileDecoder } from './decoder.ts';
import { createFileInspector } from './inspect-file.ts';

const decoder = createFileDecoder();
afterAll(() => decoder.close());
const inspectFile = createFileInspector(decoder);

async function inspect(field: string, bytes: Buffer) {
  const kind = findFormFile(field);
  if (!kind) throw new Error(field);
  return inspectFile({ ownerId: 'user', kind, bytes });
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** One row of white pixels, compressed. */
function createWidePng(width: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(1, 4);
  header[8] = 1;
  const row = deflateSync(Buffer.alloc(1 + Math.ceil(width / 8)));
  const chunks = [chunk('IHDR', header), chunk('IDAT', row), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

const createPlain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8fb4d8' }, limitInputPixels: false });

interface PageParts {
  readonly content?: Buffer | string;
  readonly filter?: string;
  readonly resources?: string;
  readonly mediaBox?: string;
  /** From number 5 on: dictionary and bytes of streams. */
  readonly streams?: readonly (readonly [entries: string, bytes: Buffer | string])[];
}

const toBytes = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text, 'latin1') : text);

/** A file of one page, whose table readers restore. */
function createPdf({ content = '', filter = '', resources = '', mediaBox, streams = [] }: PageParts): Buffer {
  const dictionaries = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox ?? '0 0 200 200'}] /Contents 4 0 R /Resources << ${resources} >> >>`,
  ].map((object, at) => Buffer.from(`${at + 1} 0 obj\n${object}\nendobj\n`));
  const all = [[filter, content] as const, ...streams].map(([entries, bytes], at) =>
    Buffer.concat([
      Buffer.from(`${at + 4} 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`),
      toBytes(bytes),
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  );
  const trailer = Buffer.from('trailer\n<< /Root 1 0 R /Size 99 >>\nstartxref\n0\n%%EOF\n');
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...dictionaries, ...all, trailer]);
}

const MEGABYTE = 1024 * 1024;
const drawForms = (entry: string) => `/Type /XObject /Subtype /Form /BBox [0 0 200 200] ${entry}`;

/** Each form draws the next 20 times, ten levels deep. */
const createNestedForms = (): Buffer =>
  createPdf({
    content: '/X Do '.repeat(20),
    resources: '/XObject << /X 5 0 R >>',
    streams: Array.from({ length: 10 }, (_, at) => [
      drawForms(at < 9 ? `/Resources << /XObject << /X ${at + 6} 0 R >> >>` : ''),
      at < 9 ? '/X Do '.repeat(20) : '0 0 1 1 re f',
    ]),
  });

const createPicturePdf = (entries: string, bytes: Buffer) =>
  createPdf({
    content: 'q 200 0 0 200 0 0 cm /X Do Q BT ET',
    resources: '/XObject << /X 5 0 R >>',
    streams: [[`/Type /XObject /Subtype /Image ${entries}`, bytes]],
  });

const CHARACTER_MAP =
  'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0001> <0c24> endbfchar endcmap';

/** Telugu text whose font the file only names. */
function createPdfWithoutItsFont(): Buffer {
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Gautami ${system} >>`;
  const type = '/Type /Font /Subtype /Type0 /BaseFont /Gautami /Encoding /Identity-H';
  const font = `<< ${type} /DescendantFonts [${descendant}] /ToUnicode 5 0 R >>`;
  return createPdf({
    content: 'BT /F1 20 Tf 20 100 Td <00010001> Tj ET',
    resources: `/Font << /F1 ${font} >>`,
    streams: [['', CHARACTER_MAP]],
  });
}

const TOO_COMPLEX = 'takes too much work to open';

test.each([
  ['a PNG of 64,000,000 × 1 pixels', 'image', () => createWidePng(64_000_000), 'is too small'],
  [
    'a progressive JPEG of 7,990 × 8,000 pixels',
    'image',
    () => createPlain(7990, 8000).jpeg({ progressive: true }).toBuffer(),
    'has too many pixels',
  ],
  ['a PDF without the font of its text', 'birthcertificate', createPdfWithoutItsFont, 'lacks the fonts'],
  ['forms that draw 20^10 rectangles', 'birthcertificate', createNestedForms, TOO_COMPLEX],
  [
    'a picture of 40,000 × 40,000 pixels in a PDF',
    'birthcertificate',
    () =>
      createPicturePdf(
        '/Width 40000 /Height 40000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
        deflateSync(Buffer.alloc(64 * MEGABYTE)),
      ),
    'cannot be shown',
  ],
])('refuses %s, and says why', async (_what, field, create, words) => {
  expect(await inspect(field, await create())).toEqual({
    why: 'invalid',
    refused: expect.stringContaining(words),
  });
});

test.each([
  [
    'a stream that unpacks to 200 MB',
    () =>
      createPdf({
        content: deflateSync(Buffer.concat([Buffer.alloc(200 * MEGABYTE, ' '), Buffer.from('0 0 9 9 re f')])),
        filter: '/Filter /FlateDecode',
      }),
  ],
  ['a size of −1e48 points', () => createPdf({ mediaBox: `0 0 -1${'0'.repeat(48)} -1${'0'.repeat(48)}` })],
  [
    'a program in PostScript',
    () =>
      createPdf({
        content: '/X Do 0 0 9 9 re f',
        resources: '/XObject << /X 5 0 R >>',
        streams: [['/Type /XObject /Subtype /PS', 'quit (/JavaScript)']],
      }),
  ],
])(
  'stores pictures of a page with %s, or refuses it: none of it is in the stored file',
  async (_what, create) => {
    const bytes = create();
    const result = await inspect('birthcertificate', bytes);
    if ('refused' in result) expect(result.refused).toContain(TOO_COMPLEX);
    else {
      expect(result.bytes.toString('latin1')).not.toMatch(/PostScript|\/PS\b|JavaScript/);
      const [page] = await readPages(result.bytes);
      expect(Math.max(...(page?.size ?? []))).toBeLessThanOrEqual(14_400);
      expect(result.bytes.length).toBeLessThan(100_000);
    }
  },
);
