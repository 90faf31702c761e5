import { crc32, deflateSync } from 'node:zlib';
import { pdf, photo } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { formFiles } from '../../domain/form-files.ts';
import { inspectFile } from './inspect-file.ts';

const kindOf = (field: string) => {
  const kind = formFiles.find((file) => file.field === field);
  if (!kind) throw new Error(field);
  return kind;
};
const asPaper = (bytes: Buffer) => inspectFile(bytes, kindOf('birthcertificate'));
const asPhoto = (bytes: Buffer) => inspectFile(bytes, kindOf('image'));
const pdfWith = (extra: string | Buffer) =>
  Buffer.concat([pdf().subarray(0, -6), Buffer.from(extra), Buffer.from('\n%%EOF\n')]);

/** The beginning of a PNG that says it is so large; nothing of the picture follows. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('IHDR\0\0\0\0\0\0\0\0\b\x02\0\0\0', 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, 13]), header, Buffer.alloc(4)]);
  chunk.writeUInt32BE(crc32(header), chunk.length - 4);
  const data = Buffer.concat([Buffer.from([0, 0, 0, 200]), Buffer.from('IDAT'), Buffer.alloc(100)]);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk, data]);
}

function pdfWithObjectStream(hidden: string): Buffer {
  const packed = deflateSync(Buffer.from(`6 0 ${hidden}`));
  const head = `9 0 obj\n<< /Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return pdfWith(Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj')]));
}

describe('what a file is, its bytes say', () => {
  test('a PDF is a paper, a JPEG or PNG a photo', async () => {
    expect(await asPaper(pdf())).toEqual({ filetype: 'pdf' });
    expect(await asPhoto(await photo('jpeg'))).toEqual({ filetype: 'jpeg' });
    expect(await asPhoto(await photo('png'))).toEqual({ filetype: 'png' });
  });

  test('anything else is refused in the words of its field', async () => {
    const pdfOnly = { refused: 'Upload Pdf Only' };
    expect(await asPaper(await photo())).toEqual(pdfOnly);
    expect(await asPaper(Buffer.from('birth certificate'))).toEqual(pdfOnly);
    expect(await asPaper(Buffer.alloc(0))).toEqual(pdfOnly);
    expect(await asPhoto(pdf())).toEqual({ refused: 'Please upload Your photo' });
  });

  test('a photo of one pixel is a photo', async () => {
    expect(await asPhoto(await photo('png', 1, 1))).toEqual({ filetype: 'png' });
  });

  test('when a photo says it has 20,000 × 20,000 pixels, then its header alone refuses it in words', async () => {
    expect(await asPhoto(pngHeader(20_000, 20_000))).toEqual({
      refused: expect.stringContaining('too many pixels'),
    });
    expect(await asPhoto(pngHeader(600, 800))).toEqual({ refused: 'Please upload Your photo' });
  });

  test('when a photo is HEIC, then it is told what to bring', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    expect(await asPhoto(heic)).toEqual({ refused: expect.stringContaining('as JPEG or PNG') });
    expect(await asPaper(heic)).toEqual({ refused: 'Upload Pdf Only' });
  });

  test('when a photo is cut off, then it is none', async () => {
    const whole = await photo('jpeg');
    expect(await asPhoto(whole.subarray(0, whole.length / 2))).toEqual({
      refused: 'Please upload Your photo',
    });
  });

  test.each([
    ['a program', '<< /S /JavaScript /JS (app.alert(1)) >>'],
    ['a program under a spelled-out name', '<< /S /Java#53cript >>'],
    ['a command', '<< /S /Launch /F (cmd.exe) >>'],
    ['another file', '<< /Type /EmbeddedFile >>'],
  ])('when a PDF carries %s, then it is refused in words', async (_what, extra) => {
    expect(await asPaper(pdfWith(extra))).toEqual({
      refused: expect.stringContaining('Please upload a plain one'),
    });
  });

  test('when a program hides in a compressed object stream, then it is found', async () => {
    expect(await asPaper(pdfWithObjectStream('<< /S /JavaScript >>'))).toHaveProperty('refused');
    expect(await asPaper(pdfWithObjectStream('<< /Type /Font >>'))).toEqual({ filetype: 'pdf' });
  });

  test('when object streams unfold to more than memory should hold, then they are refused, not skipped', async () => {
    const part = pdfWithObjectStream(`<< /Type /Font >>${' '.repeat(9 * 1024 * 1024)}`);
    expect(await asPaper(part)).toEqual({ filetype: 'pdf' });
    expect(await asPaper(Buffer.concat([part, part]))).toEqual({
      refused: expect.stringContaining('unfolds'),
    });
  });

  test('when a PDF is encrypted, then it is refused in words', async () => {
    expect(await asPaper(pdfWith('trailer << /Encrypt 5 0 R >>'))).toEqual({
      refused: expect.stringContaining('without a password'),
    });
  });
});
