import { crc32, deflateSync } from 'node:zlib';
import { buildPdf, buildPhoto } from '@archaka/test-kit';
import { afterAll, describe, expect, test } from '@jest/globals';
import { formFiles } from '../../domain/form-files.ts';
import { createPdfRebuilder } from '../rebuild-pdf/pdf-rebuilder.ts';
import { createFileInspector } from './inspect-file.ts';

const getKind = (field: string) => {
  const kind = formFiles.find((file) => file.field === field);
  if (!kind) throw new Error(field);
  return kind;
};
const rebuilder = createPdfRebuilder();
afterAll(() => rebuilder.close());
const inspectFile = createFileInspector({ rebuilder });
const inspect = (field: string, bytes: Buffer) =>
  inspectFile({ ownerId: 'user', kind: getKind(field), bytes });
const inspectPdf = (bytes: Buffer) => inspect('birthcertificate', bytes);
const inspectPhoto = (bytes: Buffer) => inspect('image', bytes);
/** The header of a PNG with this declared size, without picture data. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('IHDR\0\0\0\0\0\0\0\0\b\x02\0\0\0', 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, 13]), header, Buffer.alloc(4)]);
  chunk.writeUInt32BE(crc32(header), chunk.length - 4);
  const data = Buffer.concat([Buffer.from([0, 0, 0, 200]), Buffer.from('IDAT'), Buffer.alloc(100)]);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk, data]);
}

describe('the type of a file follows its bytes', () => {
  test('accepts a PDF as a paper, a JPEG or PNG as a photo', async () => {
    expect(await inspectPdf(buildPdf())).toMatchObject({ filetype: 'pdf', bytes: expect.any(Buffer) });
    expect(await inspectPhoto(await buildPhoto('jpeg'))).toMatchObject({ filetype: 'jpeg' });
    expect(await inspectPhoto(await buildPhoto('png'))).toMatchObject({ filetype: 'png' });
  });

  test("rejects anything else with the field's message", async () => {
    const pdfOnly = { why: 'wrong-type', refused: 'Upload Pdf Only' };
    expect(await inspectPdf(await buildPhoto())).toEqual(pdfOnly);
    expect(await inspectPdf(Buffer.from('birth certificate'))).toEqual(pdfOnly);
    expect(await inspectPdf(Buffer.alloc(0))).toEqual(pdfOnly);
    expect(await inspectPhoto(buildPdf())).toEqual({
      why: 'wrong-type',
      refused: 'Please upload Your photo',
    });
  });

  test('accepts a photo of one pixel', async () => {
    expect(await inspectPhoto(await buildPhoto('png', 1, 1))).toMatchObject({ filetype: 'png' });
  });

  test('rejects a photo of 20,000 × 20,000 pixels by its header', async () => {
    expect(await inspectPhoto(pngHeader(20_000, 20_000))).toMatchObject({
      refused: expect.stringContaining('too many pixels'),
    });
    expect(await inspectPhoto(pngHeader(600, 800))).toEqual({
      why: 'wrong-type',
      refused: 'Please upload Your photo',
    });
  });

  test('names the accepted formats for a HEIC photo', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    expect(await inspectPhoto(heic)).toMatchObject({ refused: expect.stringContaining('as JPEG or PNG') });
    expect(await inspectPdf(heic)).toEqual({ why: 'wrong-type', refused: 'Upload Pdf Only' });
  });

  test('rejects a truncated photo', async () => {
    const whole = await buildPhoto('jpeg');
    expect(await inspectPhoto(whole.subarray(0, whole.length / 2))).toMatchObject({
      refused: 'Please upload Your photo',
    });
  });

  test('rejects a PDF that cannot be opened, with a message', async () => {
    const toRejection = (words: string) => ({ why: 'invalid', refused: expect.stringContaining(words) });
    expect(await inspectPdf(Buffer.from('%PDF-1.7\nnonsense'))).toEqual(toRejection('cannot be opened'));
    const locked = Buffer.concat([buildPdf(), Buffer.from('\ntrailer << /Encrypt 5 0 R >>')]);
    expect(await inspectPdf(locked)).toEqual(toRejection('without a password'));
  });

  test('rejects a file in which the scanner finds a virus, with a message', async () => {
    const inspectScanned = createFileInspector({ rebuilder, scan: async () => 'infected' });
    const rejection = { why: 'invalid', refused: expect.stringContaining('contains a virus') };
    for (const [field, bytes] of [
      ['birthcertificate', buildPdf()],
      ['image', await buildPhoto()],
    ] as const)
      expect(await inspectScanned({ ownerId: 'user', kind: getKind(field), bytes })).toEqual(rejection);
  });

  test('rejects a file whose rebuilt size exceeds the limit of its kind', async () => {
    const kind = { ...getKind('birthcertificate'), limit: 500 };
    expect(await inspectFile({ ownerId: 'user', kind, bytes: buildPdf() })).toMatchObject({ why: 'invalid' });
  });
});

describe('a photo is checked quickly', () => {
  const MEGABYTE = 1024 * 1024;
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, sum]);
  };
  const afterHeader = (pieces: readonly Buffer[]) =>
    Buffer.concat([pngHeader(600, 800).subarray(0, 33), ...pieces]);

  test.each([
    [
      'a PNG of nothing but empty chunks',
      () => afterHeader(Array(400_000).fill(chunk('teXt', Buffer.alloc(0)))),
    ],
    [
      'a PNG whose text unfolds to gigabytes',
      () =>
        afterHeader([
          chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64 * MEGABYTE))])),
        ]),
    ],
    [
      'a JPEG of nothing but markers',
      () =>
        Buffer.concat([
          Buffer.from([0xff, 0xd8]),
          Buffer.alloc(5 * MEGABYTE, Buffer.from([0xff, 0xe1, 0, 2])),
        ]),
    ],
    [
      'a JPEG of nothing but fill bytes',
      () => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5 * MEGABYTE, 0xff)]),
    ],
    [
      'a JPEG of a thousand scans',
      () =>
        Buffer.concat([
          Buffer.from([0xff, 0xd8, 0xff]),
          Buffer.alloc(5 * MEGABYTE, Buffer.from([0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff])),
        ]),
    ],
  ])('rejects %s at once', async (_what, create) => {
    const bytes = create();
    const before = process.cpuUsage();
    expect(await inspectPhoto(bytes)).toHaveProperty('refused');
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
