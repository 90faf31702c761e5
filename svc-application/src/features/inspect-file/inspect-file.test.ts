import { deflateSync } from 'node:zlib';
import { buildPdf, buildPhoto } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { findFormFile } from '../../domain/form-files.ts';
import { createStream, PdfObjects } from '../rasterize-pdf/testing/pdf-objects.ts';
import { createContentPdf } from '../rasterize-pdf/testing/picture-pdf.ts';
import { readPages } from '../rasterize-pdf/testing/read-pages.ts';
import { createFileDecoder, createFileInspector } from './inspect-file.ts';

const decoder = createFileDecoder();
afterAll(() => decoder.close());
const inspectFile = createFileInspector(decoder);

async function inspect(field: string, bytes: Buffer) {
  const kind = findFormFile(field);
  if (!kind) throw new Error(field);
  return inspectFile({ ownerId: 'user', kind, bytes });
}

const createPlain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8fb4d8' }, limitInputPixels: false });
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

const MEGABYTE = 1024 * 1024;
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 200 200]';

/** A page that draws this object, as the number of times says. */
const createPagePdf = (objects: PdfObjects, shown: number, times = 1) =>
  createContentPdf(
    `q 200 0 0 200 0 0 cm ${'/X Do '.repeat(times)} Q 0 0 9 9 re f`,
    `/XObject << /X ${shown} 0 R >>`,
    objects,
  );

/** Each form draws the next 20 times, ten levels deep. */
function createNestedForms(): Buffer {
  const objects = new PdfObjects();
  let form = objects.add(createStream(FORM, '0 0 1 1 re f'));
  for (let level = 1; level < 10; level += 1) {
    const resources = `/Resources << /XObject << /X ${form} 0 R >> >>`;
    form = objects.add(createStream(`${FORM} ${resources}`, '/X Do '.repeat(20)));
  }
  return createPagePdf(objects, form, 20);
}

function createStreamPdf(entries: string, bytes: Buffer): Buffer {
  const objects = new PdfObjects();
  return createPagePdf(objects, objects.add(createStream(entries, bytes.toString('latin1'))));
}

const LARGE_PICTURE =
  '/Type /XObject /Subtype /Image /Width 40000 /Height 40000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode';
const TOO_COMPLEX = 'takes too much work to open';

test.each([
  ['birthcertificate', 'pdf', buildPdf],
  ['image', 'jpeg', () => buildPhoto('jpeg')],
  ['image', 'png', () => buildPhoto('png')],
])('accepts as %s a %s, by its bytes', async (field, filetype, create) => {
  expect(await inspect(field, await create())).toEqual({
    filetype,
    bytes: expect.any(Buffer),
    details: expect.objectContaining({ picture: expect.any(String) }),
  });
});

test.each([
  ['birthcertificate', 'a photo', buildPhoto, 'Upload Pdf Only'],
  ['birthcertificate', 'a text', () => Buffer.from('birth certificate'), 'Upload Pdf Only'],
  ['birthcertificate', 'nothing', () => Buffer.alloc(0), 'Upload Pdf Only'],
  ['birthcertificate', 'a HEIC photo', () => HEIC, 'Upload Pdf Only'],
  ['image', 'a HEIC photo', () => HEIC, 'as JPEG or PNG'],
  ['image', 'a PDF', buildPdf, 'Please upload Your photo'],
  ['image', 'the start of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), 'Please upload Your photo'],
])('refuses as %s %s [S-5.30]', async (field, _what, create, words) => {
  const refused = expect.stringContaining(words);
  expect(await inspect(field, await create())).toEqual({ why: 'wrong-type', refused });
});

test.each([
  ['a photo of one pixel', 'image', () => buildPhoto('png', 1, 1), 'is too small'],
  ['a photo of 25 megapixels', 'image', () => createPlain(5000, 5000).png().toBuffer(), 'too many pixels'],
  ['half a photo', 'image', async () => (await buildPhoto()).subarray(0, 2000), 'cannot be opened'],
  ['nonsense', 'birthcertificate', () => Buffer.from('%PDF-1.7\nnonsense'), 'cannot be opened'],
  ['forms that draw 20^10 rectangles', 'birthcertificate', createNestedForms, TOO_COMPLEX],
  [
    'a picture of 40,000 × 40,000 pixels in a PDF',
    'birthcertificate',
    () => createStreamPdf(LARGE_PICTURE, deflateSync(Buffer.alloc(64 * MEGABYTE))),
    'cannot be shown',
  ],
])('refuses %s, and says why', async (_what, field, create, words) => {
  const refused = expect.stringContaining(words);
  expect(await inspect(field, await create())).toEqual({ why: 'invalid', refused });
});

test.each([
  [
    'a stream that unpacks to 200 MB',
    () => {
      const unpacked = Buffer.concat([Buffer.alloc(200 * MEGABYTE, ' '), Buffer.from('0 0 9 9 re f')]);
      return createStreamPdf(`${FORM} /Filter /FlateDecode`, deflateSync(unpacked));
    },
  ],
  [
    'a size of −1e48 points',
    () => {
      const side = `-1${'0'.repeat(48)}`;
      const page = createContentPdf('0 0 9 9 re f').toString('latin1');
      return Buffer.from(page.replace('[0 0 160 160]', `[0 0 ${side} ${side}]`), 'latin1');
    },
  ],
  [
    'a program in PostScript',
    () => createStreamPdf('/Type /XObject /Subtype /PS', Buffer.from('quit (/JavaScript)')),
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
