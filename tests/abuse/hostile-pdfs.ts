import { deflateSync } from 'node:zlib';
import { writePdf } from '@archaka/test-kit';

const createStream = (dictionary: string, content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content as Buffer);
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const A4 = '[0 0 595 842]';
const onePage = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const createPage = (mediaBox: string, resources = ''): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox${mediaBox}/Contents 4 0 R/Resources<<${resources}>>>>`;

const UNPACKED_BYTES = 200_000_000;

/** About 1.3 KB, which unpack to 200 MB: the zeros are compressed twice. */
export const createStreamBomb = (): Buffer =>
  writePdf([
    catalog,
    onePage,
    createPage(A4),
    createStream(
      '/Filter[/FlateDecode/FlateDecode]',
      deflateSync(deflateSync(Buffer.alloc(UNPACKED_BYTES, ' '))),
    ),
  ]);

const DEPTH = 10;
const CALLS_OF_A_FORM = 20;

/** Ten forms, each of which draws the next one twenty times. */
export function createNestedForms(): Buffer {
  const firstForm = 5;
  const forms = Array.from({ length: DEPTH }, (_, index) => {
    const next = firstForm + index + 1;
    const isLast = index === DEPTH - 1;
    const resources = isLast ? '' : `/Resources<</XObject<</F ${next} 0 R>>>>`;
    const content = isLast ? '0 0 1 1 re f' : '/F Do '.repeat(CALLS_OF_A_FORM);
    return createStream(`/Type/XObject/Subtype/Form/BBox[0 0 100 100]${resources}`, content);
  });
  const page = createPage(A4, `/XObject<</F ${firstForm} 0 R>>`);
  return writePdf([catalog, onePage, page, createStream('', '/F Do'), ...forms]);
}

/** A page whose sides are -1e48 points. */
export function createNegativePage(): Buffer {
  const side = `-1${'0'.repeat(48)}`;
  return writePdf([catalog, onePage, createPage(`[0 0 ${side} ${side}]`), createStream('', '0 0 9 9 re f')]);
}

const LARGE_PAGES = 100;
/** The largest permitted side of a page; points. */
const LARGE_SIDE = 14_400;

export function createLargePages(): Buffer {
  const firstPage = 4;
  const kids = Array.from({ length: LARGE_PAGES }, (_, index) => `${firstPage + index} 0 R`).join(' ');
  const box = `[0 0 ${LARGE_SIDE} ${LARGE_SIDE}]`;
  const page = `<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents 3 0 R/Resources<<>>>>`;
  return writePdf([
    catalog,
    `<</Type/Pages/Kids[${kids}]/Count ${LARGE_PAGES}>>`,
    createStream('', `1 0 0 rg 0 0 ${LARGE_SIDE} ${LARGE_SIDE / 2} re f`),
    ...Array.from({ length: LARGE_PAGES }, () => page),
  ]);
}

const createPicturePdf = (entries: string, bytes: Buffer): Buffer =>
  writePdf([
    catalog,
    onePage,
    createPage(A4, '/XObject<</P 5 0 R>>'),
    createStream('', 'q 595 0 0 842 0 0 cm /P Do Q'),
    createStream(`/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`, bytes),
  ]);

const PICTURE_SIDE = 16_000;

/** A picture of 256 megapixels, in a kilobyte. */
export const createPictureBomb = (): Buffer =>
  createPicturePdf(
    `/Width ${PICTURE_SIDE}/Height ${PICTURE_SIDE}/Filter[/FlateDecode/FlateDecode]`,
    deflateSync(deflateSync(Buffer.alloc(PICTURE_SIDE ** 2))),
  );

const FAX_SIDE = 60_000;

/** 60,000 × 60,000 pixels of JBIG2: a page, and a region without data. */
export function createJbig2Bomb(): Buffer {
  const createSegment = (number: number, type: number, data: Buffer): Buffer => {
    const head = Buffer.from([0, 0, 0, number, type, 0, 1, 0, 0, 0, data.length]);
    return Buffer.concat([head, data]);
  };
  const page = Buffer.alloc(19);
  const region = Buffer.alloc(26);
  for (const data of [page, region]) {
    data.writeUInt32BE(FAX_SIDE, 0);
    data.writeUInt32BE(FAX_SIDE, 4);
  }
  const bytes = Buffer.concat([createSegment(0, 48, page), createSegment(1, 39, region)]);
  return createPicturePdf(`/Width ${FAX_SIDE}/Height ${FAX_SIDE}/Filter/JBIG2Decode`, bytes);
}
