import { deflateSync } from 'node:zlib';
import { buildPdf, buildPhoto } from '@archaka/test-kit';
import { degrees, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from '@jest/globals';
import { rasterizePdf } from './rasterize-pdf.ts';
import { findForeignNames } from './testing/find-foreign-names.ts';
import { createContentPdf } from './testing/picture-pdf.ts';
import { compareShown, readPages } from './testing/read-pages.ts';
import { createWrittenPdf, teluguFont } from './testing/written-pdf.ts';

const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const NOT_STORED = /EICAR|Exif|somebody|<html/;

const readTexts = async (pdf: Uint8Array) => (await readPages(pdf)).map(({ text }) => text);

/** The first page of a PDF and of what is stored of it, which shows the same. */
async function storeAndCompare(original: Uint8Array) {
  const stored = await rasterizePdf(original);
  const [[before], [after]] = [await readPages(original), await readPages(stored)];
  if (!before || !after) throw new Error('no page');
  expect(compareShown(before, after)).toBeLessThan(50);
  return { before, after, stored };
}

/** An ordinary page with all kinds of active content on and around it. */
async function createActivePdf(): Promise<Buffer> {
  const document = await PDFDocument.load(buildPdf(undefined, 1));
  const { context, catalog } = document;
  const launch = context.obj({ S: 'Launch', F: PDFString.of('cmd.exe') });
  const script = context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 595, 842] };
  const uri = context.obj({ ...link, A: { S: 'URI', URI: PDFString.of('https://elsewhere.example') } });
  document.addJavaScript('main', 'app.alert(1)');
  await document.attach(Buffer.from(EICAR), 'invoice.exe', { mimeType: 'application/x-msdownload' });
  document.getForm().createTextField('name').addToPage(document.getPage(0));
  document.setTitle('A title');
  catalog.set(PDFName.of('OpenAction'), launch);
  catalog.set(PDFName.of('AA'), context.obj({ WC: script }));
  catalog.set(PDFName.of('Metadata'), context.register(context.stream('<x:xmpmeta/>', { Type: 'Metadata' })));
  catalog.lookup(PDFName.of('AcroForm'), PDFDict).set(PDFName.of('XFA'), PDFString.of('<xdp/>'));
  const { node } = document.getPage(0);
  node.addAnnot(context.register(uri));
  node.set(PDFName.of('AA'), context.obj({ O: script }));
  node.set(PDFName.of('PieceInfo'), context.obj({ Maker: { Private: script } }));
  return Buffer.concat([await document.save(), Buffer.from(`\n%${EICAR}\n<html>`)]);
}

/** A scan whose JPEG says where it was taken. */
async function createScannedPdf(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const scan = await sharp(await buildPhoto('jpeg', 300, 400))
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();
  return createWrittenPdf((page) => page.image(scan, 0, 0, { width: 300 }));
}

/** As a scanner writes what it has recognised. */
const writeInvisibly = (page: PDFKit.PDFDocument) => page.addContent('3 Tr').text('Recognised');

const FONT = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';

describe('a stored PDF', () => {
  test('has pages, and nothing else of the original', async () => {
    const active = await createActivePdf();
    expect(await findForeignNames(active)).toContain('JavaScript');
    const stored = await rasterizePdf(active);
    expect(await findForeignNames(stored)).toEqual([]);
    expect(Buffer.from(stored).toString('latin1')).not.toMatch(NOT_STORED);
    const document = await PDFDocument.load(stored, { updateMetadata: false });
    expect(document.catalog.keys().map(String)).toEqual(['/Type', '/Pages']);
    expect(document.context.trailerInfo.Info).toBeUndefined();
    const entries = document.getPage(0).node.keys().map(String);
    expect(entries.sort()).toEqual(['/Contents', '/MediaBox', '/Parent', '/Resources', '/Type']);
  });

  test('has no place or author of a scanned picture', async () => {
    const scanned = await createScannedPdf();
    expect(scanned.toString('latin1')).toMatch(NOT_STORED);
    expect(Buffer.from(await rasterizePdf(scanned)).toString('latin1')).not.toMatch(NOT_STORED);
  });

  test('has nothing of a script in a stream that is compressed twice with a wrong checksum', async () => {
    const compressed = deflateSync(Buffer.from('20 0 << /S /JavaScript /JS (app.alert(1)) >>'));
    compressed.writeUInt32BE(0, compressed.length - 4);
    const hex = `${compressed.toString('hex')}>`;
    const head = `/Type /ObjStm /N 1 /First 5 /Filter [/ASCIIHexDecode /FlateDecode] /Length ${hex.length}`;
    const [before = '', after = ''] = buildPdf(undefined, 1)
      .toString('latin1')
      .replace('/Catalog', '/Catalog /OpenAction 20 0 R')
      .split('xref\n0');
    const hidden = `${before}21 0 obj\n<< ${head} >>\nstream\n${hex}\nendstream\nendobj\nxref\n0${after}`;
    expect(await findForeignNames(await rasterizePdf(Buffer.from(hidden, 'latin1')))).toEqual([]);
  });

  test.each([
    ['of a coarse scan has 125 dots an inch where the scan has 100', () => undefined, 521],
    [
      'of a scan with a word on it has the 200 of writing',
      (page: PDFKit.PDFDocument) => page.text('Seen'),
      833,
    ],
    ['of a scan with recognised text has 125, too', writeInvisibly, 521],
  ])('%s', async (_what, addText, width) => {
    const scan = await buildPhoto('jpeg', 300, 400);
    const original = await createWrittenPdf((page) => {
      page.image(scan, 0, 0, { width: 216 });
      addText(page);
    });
    const stored = Buffer.from(await rasterizePdf(original)).toString('latin1');
    expect(Number(/\/Width (\d+)/.exec(stored)?.[1])).toBe(width);
  });

  test.each([
    ['upright', 0, [300, 400]],
    ['that lies on its side', 90, [400, 300]],
  ])('of a scan %s keeps its pixels where it is the whole page', async (_how, rotation, pixels) => {
    const scan = await buildPhoto('jpeg', 300, 400);
    const original = await PDFDocument.create();
    const page = original.addPage([210, 280]);
    page.drawImage(await original.embedJpg(scan), { width: 210, height: 280 });
    page.setRotation(degrees(rotation));
    const { stored } = await storeAndCompare(await original.save());
    const [, ...size] = /\/Width (\d+)\s*\/Height (\d+)/.exec(Buffer.from(stored).toString('latin1')) ?? [];
    expect(size.map(Number)).toEqual(pixels);
  });

  test('is the same for the same bytes, and shows the same when stored again', async () => {
    const written = await createWrittenPdf((page) =>
      page.font(teluguFont).fontSize(18).text('జన్మ నమోదు పత్రం'),
    );
    const [one, other] = [await rasterizePdf(written), await rasterizePdf(written)];
    expect(Buffer.from(one).equals(other)).toBe(true);
    const [[first], [again]] = [await readPages(one), await readPages(await rasterizePdf(one))];
    expect({ size: again?.size, text: again?.text }).toEqual({ size: first?.size, text: first?.text });
  });

  test.each([
    ['a scanned page', () => createScannedPdf(), ''],
    [
      'a written page',
      () =>
        createWrittenPdf((page) =>
          page.fontSize(20).text('Certificate of birth').fontSize(12).text('Tirupati, 1999'),
        ),
      'Certificate of birth Tirupati, 1999',
    ],
    [
      'a Telugu page',
      () => createWrittenPdf((page) => page.font(teluguFont).fontSize(18).text('జన్మ నమోదు పత్రం')),
      undefined,
    ],
    [
      'a drawing with transparency',
      () =>
        createWrittenPdf((page) => {
          const gradient = page.linearGradient(0, 0, 300, 0).stop(0, '#8C1D18').stop(1, '#E0A526');
          page.rect(20, 20, 260, 100).fill(gradient);
          page.fillOpacity(0.4).circle(150, 200, 80).fill('#4A5568');
        }),
      '',
    ],
    [
      'a PDF with an owner password alone',
      () => createWrittenPdf((page) => page.text('Open to all'), { ownerPassword: 'owner', permissions: {} }),
      'Open to all',
    ],
  ])('shows %s as it was, with its text', async (_what, create, text) => {
    const { before, after } = await storeAndCompare(await create());
    expect(after.text).toBe(text ?? before.text);
    expect(new Set(after.pixels).size).toBeGreaterThan(2);
  });

  test.each([
    ['black', 100_000],
    ['#1F3A68', 250_000],
  ])('shows a page of %s text, in less than %i bytes', async (colour, maxBytes) => {
    const lines = Array.from({ length: 54 }, (_, at) => `Line ${at} of a page of text. `.repeat(4).trim());
    const draw = (page: PDFKit.PDFDocument) =>
      page.fillColor(colour).fontSize(9).text(lines.join('\n'), 40, 40);
    const original = await createWrittenPdf(draw, { size: 'A4' });
    const { before, after, stored } = await storeAndCompare(original);
    expect(after.text).toBe(before.text);
    expect(stored.length).toBeLessThan(maxBytes);
  });

  const FILE = buildPdf(undefined, 1).toString('latin1');
  test.each([
    ['after a line break', `\r\n${FILE}`],
    ['after a byte order mark', `\xef\xbb\xbf${FILE}`],
    [
      'after the head of a multipart message',
      `--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n${FILE}`,
    ],
    ['that mentions encryption in a comment', `${FILE}%/Encrypt 5 0 R\n`],
    ['whose table is elsewhere', FILE.replace(/startxref\n\d+/, 'startxref\n7')],
  ])('is taken from a PDF %s', async (_what, file) => {
    expect(await readTexts(await rasterizePdf(Buffer.from(file, 'latin1')))).toEqual(['Birth certificate']);
  });

  test.each([
    ['white on white', '1 g BT /F 12 Tf 20 80 Td (Secret) Tj ET'],
    ['below a white block', 'BT /F 12 Tf 20 80 Td (Secret) Tj ET 1 g 0 60 160 60 re f'],
    ['beside the page', 'BT /F 12 Tf 20 -80 Td (Secret) Tj ET'],
    ['invisible above nothing', 'BT 3 Tr /F 12 Tf 20 80 Td (Secret) Tj ET'],
  ])('is not found by text that is %s, but by the text that shows', async (_where, content) => {
    const page = createContentPdf(`BT /F 12 Tf 20 20 Td (Shown) Tj ET ${content}`, FONT);
    expect(await readTexts(await rasterizePdf(page))).toEqual(['Shown']);
  });

  test('is found by the invisible text above a scan', async () => {
    const scan =
      '0.9 g 0 0 160 160 re f 0 g 20 80 9 8 re 35 80 9 8 re f BT 3 Tr /F 12 Tf 20 80 Td (Scanned) Tj ET';
    expect(await readTexts(await rasterizePdf(createContentPdf(scan, FONT)))).toEqual(['Scanned']);
  });
});

describe('what cannot be stored', () => {
  const createPdfWithPages = async (count: number) => {
    const document = await PDFDocument.create();
    for (let page = 0; page < count; page += 1) document.addPage([50, 50]);
    return document.save();
  };
  const change = (entry: string, replacement: string) =>
    Buffer.from(buildPdf(undefined, 1).toString('latin1').replace(entry, replacement), 'latin1');

  /** A letter by its number in a font that the file does not have. */
  const createUnembeddedPdf = () => {
    const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
    const descriptor = '/FontDescriptor << /Type /FontDescriptor /FontName /Arial /Flags 32 >>';
    const letters = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial ${system} ${descriptor} >>`;
    const font = `/Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [${letters}]`;
    return createContentPdf('BT /F 12 Tf 20 80 Td <043D> Tj ET', `/Font << /F << ${font} >> >>`);
  };

  test.each([
    [
      'one under a password',
      () => createWrittenPdf((page) => page.text('secret'), { userPassword: 'user' }),
      'locked',
    ],
    ['one without pages', () => change('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0'), 'broken'],
    ['one whose page tree is a ring', () => change('/Kids [3 0 R]', '/Kids [2 0 R]'), 'broken'],
    ['one of 101 pages', () => createPdfWithPages(101), 'too-many-pages'],
    ['one with a page of half a point', () => change('[0 0 595 842]', '[0 0 595 0.5]'), 'page-size'],
    ['one with a page of 20,000 points', () => change('[0 0 595 842]', '[0 0 20000 842]'), 'page-size'],
    ['one with a letter that only its missing font has', createUnembeddedPdf, 'font-missing'],
    [
      'one with lines that PDFium cuts off',
      () => createContentPdf('q 1 0 0 0.001 0 0 cm 9 w 0 5000 m 90 5000 l S 0 150000 m 90 150000 l S Q'),
      'too-complex',
    ],
    ['a header before nonsense', () => Buffer.from(`%PDF-1.7\n${'nonsense '.repeat(500)}`), 'broken'],
  ])('%s', async (_what, create, reason) => {
    await expect(rasterizePdf(await create())).rejects.toMatchObject({ name: 'UnusableFile', reason });
  });

  test('accepts 100 pages', async () => {
    const stored = await rasterizePdf(await createPdfWithPages(100));
    expect((await PDFDocument.load(stored)).getPageCount()).toBe(100);
  });
});
