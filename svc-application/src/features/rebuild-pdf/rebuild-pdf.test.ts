import { deflateSync } from 'node:zlib';
import { buildPdf } from '@archaka/test-kit';
import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from '@jest/globals';
import { rebuildPdf } from './rebuild-pdf.ts';

const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const FORBIDDEN =
  /JavaScript|JS|Launch|URI|XFA|AcroForm|Annots|EmbeddedFile|OpenAction|AA|Metadata|Names|Info|Producer|PieceInfo|EICAR/;

/** Every object of a PDF as text, including those inside of streams. */
async function readAllObjects(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  const objects = context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object).toString());
  return [...objects, Buffer.from(bytes).toString('latin1')].join('\n');
}

/** An ordinary page with all kinds of active content on and around it. */
async function createActivePdf(): Promise<Buffer> {
  const document = await PDFDocument.load(buildPdf());
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
  node
    .Resources()
    ?.lookup(PDFName.of('Font'), PDFDict)
    .lookup(PDFName.of('F1'), PDFDict)
    .set(PDFName.of('AA'), script);
  return Buffer.concat([await document.save(), Buffer.from(`\n%${EICAR}\n`)]);
}

/**
 * A script that opens with the file, inside of an object stream that is compressed twice and has a wrong
 * checksum.
 */
function createPdfWithHiddenScript(): Buffer {
  const compressed = deflateSync(Buffer.from('20 0 << /S /JavaScript /JS (app.alert(1)) >>'));
  compressed.writeUInt32BE(0, compressed.length - 4);
  const hex = `${compressed.toString('hex')}>`;
  const head = `/Type /ObjStm /N 1 /First 5 /Filter [/ASCIIHexDecode /FlateDecode] /Length ${hex.length}`;
  const hidden = `21 0 obj\n<< ${head} >>\nstream\n${hex}\nendstream\nendobj\n`;
  const [before = '', after = ''] = buildPdf()
    .toString('latin1')
    .replace('/Catalog', '/Catalog /OpenAction 20 0 R')
    .split('xref\n0');
  return Buffer.from(`${before}${hidden}xref\n0${after}`, 'latin1');
}

describe('a rebuilt PDF', () => {
  test('has its pages, and no active content of the original', async () => {
    const active = await createActivePdf();
    expect(await readAllObjects(active)).toMatch(FORBIDDEN);
    const rebuilt = await rebuildPdf(active);
    expect(await readAllObjects(rebuilt)).not.toMatch(FORBIDDEN);
    const document = await PDFDocument.load(rebuilt, { updateMetadata: false });
    const { catalog, context } = document;
    expect(catalog.keys().map(String)).toEqual(['/Type', '/Pages']);
    expect(context.trailerInfo.Info).toBeUndefined();
    const { node } = document.getPage(0);
    expect(node.keys().map(String)).toEqual(['/Type', '/MediaBox', '/Contents', '/Resources', '/Parent']);
  });

  test('omits a script in a stream that is compressed twice with a wrong checksum', async () => {
    const original = createPdfWithHiddenScript();
    expect(await readAllObjects(original)).toMatch(/JavaScript/);
    expect(await readAllObjects(await rebuildPdf(original))).not.toMatch(FORBIDDEN);
  });

  test('is the same for the same bytes', async () => {
    const [one, other] = [await rebuildPdf(buildPdf()), await rebuildPdf(buildPdf())];
    expect(Buffer.from(one).equals(other)).toBe(true);
  });

  test('may be rebuilt again', async () => {
    const once = await rebuildPdf(await createActivePdf());
    expect(Buffer.from(await rebuildPdf(once)).length).toBe(once.length);
  });
});

describe('what is not rebuilt', () => {
  const createPdfWithPages = async (count: number) => {
    const document = await PDFDocument.create();
    for (let page = 0; page < count; page += 1) document.addPage();
    return document.save();
  };
  const encrypted = Buffer.concat([buildPdf(), Buffer.from('\ntrailer << /Encrypt 5 0 R >>')]);
  const removeEntry = (entry: string) =>
    Buffer.from(buildPdf().toString('latin1').replace(entry, ''), 'latin1');

  test.each([
    ['one under a password', () => encrypted, 'locked'],
    [
      'one whose key is not there',
      () => Buffer.concat([buildPdf(), Buffer.from('\ntrailer << /Encrypt 99 0 R >>')]),
      'locked',
    ],
    ['one without pages', () => removeEntry('/Kids [3 0 R] '), undefined],
    [
      'one that counts more pages than there are',
      () => Buffer.from(buildPdf().toString('latin1').replace('/Count 1', '/Count 2')),
      'broken',
    ],
    ['one whose page has no size', () => removeEntry('/MediaBox [0 0 595 842]'), 'broken'],
    ['one of 101 pages', () => createPdfWithPages(101), 'too-many-pages'],
    [
      'one that is its own content',
      () =>
        Buffer.from(
          buildPdf()
            .toString('latin1')
            .replace(/4 0 obj.*?endobj/s, '4 0 obj\n4 0 R\nendobj'),
        ),
      'broken',
    ],
    [
      'one whose page tree is a ring',
      () => Buffer.from(buildPdf().toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]')),
      undefined,
    ],
    ['a header before nonsense', () => Buffer.from(`%PDF-1.7\n${'nonsense '.repeat(500)}`), undefined],
  ])('%s', async (_what, file, reason) => {
    const rebuilding = rebuildPdf(await file());
    if (reason) await expect(rebuilding).rejects.toMatchObject({ name: 'UnusablePdf', reason });
    else await expect(rebuilding).rejects.toThrow();
  });

  test('accepts 100 pages', async () => {
    const { length } = (await PDFDocument.load(await rebuildPdf(await createPdfWithPages(100)))).getPages();
    expect(length).toBe(100);
  });
});
