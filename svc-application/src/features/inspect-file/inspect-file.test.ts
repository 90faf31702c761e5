import { buildPdf, buildPhoto } from '@archaka/test-kit';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { formFiles } from '../../domain/form-files.ts';
import { createFileDecoder, createFileInspector } from './inspect-file.ts';

const getKind = (field: string) => {
  const kind = formFiles.find((file) => file.field === field);
  if (!kind) throw new Error(field);
  return kind;
};
const decoder = createFileDecoder();
afterAll(() => decoder.close());
const inspectFile = createFileInspector(decoder);
const inspect = (field: string, bytes: Buffer) =>
  inspectFile({ ownerId: 'user', kind: getKind(field), bytes });
const inspectPdf = (bytes: Buffer) => inspect('birthcertificate', bytes);
const inspectPhoto = (bytes: Buffer) => inspect('image', bytes);

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

  test.each([
    ['too small', () => buildPhoto('png', 1, 1), 'invalid', 'is too small'],
    [
      'of too many pixels',
      () =>
        sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'invalid',
      'too many pixels',
    ],
    ['cut off', async () => (await buildPhoto()).subarray(0, 2000), 'invalid', 'cannot be opened'],
    [
      'no picture behind its first bytes',
      () => Buffer.from([0xff, 0xd8, 0xff]),
      'wrong-type',
      'Please upload Your photo',
    ],
  ])('says that a photo is %s', async (_what, create, why, words) => {
    expect(await inspectPhoto(await create())).toEqual({ why, refused: expect.stringContaining(words) });
  });

  test('names the accepted formats for a HEIC photo', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    expect(await inspectPhoto(heic)).toMatchObject({ refused: expect.stringContaining('as JPEG or PNG') });
    expect(await inspectPdf(heic)).toEqual({ why: 'wrong-type', refused: 'Upload Pdf Only' });
  });

  test('rejects a PDF that cannot be opened, with a message', async () => {
    const toRejection = (words: string) => ({ why: 'invalid', refused: expect.stringContaining(words) });
    expect(await inspectPdf(Buffer.from('%PDF-1.7\nnonsense'))).toEqual(toRejection('cannot be opened'));
  });

  test('rejects a file in which the scanner finds a virus, with a message', async () => {
    const inspectScanned = createFileInspector(decoder, async () => 'infected');
    const rejection = { why: 'invalid', refused: expect.stringContaining('contains a virus') };
    for (const [field, bytes] of [
      ['birthcertificate', buildPdf()],
      ['image', await buildPhoto()],
    ] as const)
      expect(await inspectScanned({ ownerId: 'user', kind: getKind(field), bytes })).toEqual(rejection);
  });
});
