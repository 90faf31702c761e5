import assert from 'node:assert/strict';
import { decodePicture, type PictureTarget } from '@archaka/service-kit/decoder-program';
import { buildPdf, buildPhoto } from '@archaka/test-kit';
import sharp from 'sharp';
import { rasterizePdf } from '../../../svc-application/src/features/rasterize-pdf/rasterize-pdf.ts';
import { findForeignNames } from '../../../svc-application/src/features/rasterize-pdf/testing/find-foreign-names.ts';
import {
  createContentPdf,
  createPicturePdf,
  encodedPictures,
} from '../../../svc-application/src/features/rasterize-pdf/testing/picture-pdf.ts';
import {
  createWrittenPdf,
  teluguFont,
} from '../../../svc-application/src/features/rasterize-pdf/testing/written-pdf.ts';
import type { Target } from './target.ts';

const LIMITS: PictureTarget = { width: 64, height: 64, limit: 16_384 };
const MAX_BYTES = 16_384;

/**
 * Every exception of the libraries is a rejection of the file, since it ends at most a process. What is stored, though,
 * must be what this code writes.
 */
const storing =
  (decode: (bytes: Buffer) => Promise<Uint8Array>, check: (stored: Uint8Array) => Promise<void>) =>
  async (bytes: Buffer): Promise<void> => {
    const stored = await decode(bytes).catch(() => undefined);
    if (stored) await check(stored);
  };

async function checkPicture(stored: Uint8Array): Promise<void> {
  const { format, width, height, orientation, exif, icc, xmp, iptc } = await sharp(stored).metadata();
  assert.ok(format === 'jpeg' || format === 'png', `stored as ${format}`);
  assert.ok(Math.max(width, height) <= LIMITS.width && stored.length <= LIMITS.limit, 'stored too large');
  assert.deepEqual([orientation, exif, icc, xmp, iptc], Array(5).fill(undefined), 'metadata stored');
  await sharp(stored, { failOn: 'warning' }).raw().toBuffer();
}

async function checkPdf(stored: Uint8Array): Promise<void> {
  assert.deepEqual(await findForeignNames(stored), [], 'stored more than pages');
}

const storePdf = (wrap: (bytes: Buffer) => Buffer) => storing((bytes) => rasterizePdf(wrap(bytes)), checkPdf);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = await buildPhoto('jpeg', 32, 32);
const progressive = await sharp(photo)
  .withMetadata({ orientation: 6 })
  .jpeg({ progressive: true })
  .toBuffer();
const interlaced = await sharp(photo)
  .toColourspace('b-w')
  .png({ progressive: true, palette: true })
  .toBuffer();

/** Most of its bytes are a font program. */
const letters = await createWrittenPdf((page) => page.font(teluguFont).text('కా'), { compress: false });
assert.ok(letters.length < MAX_BYTES);

const JPEG_TOKENS = [
  ...[
    '\u00ff\u00d8\u00ff\u00e0',
    'Exif\0\0MM\0*',
    'ICC_PROFILE\0',
    'http://ns.adobe.com/xap/1.0/\0',
    'Adobe\0',
  ],
  ...[
    '\u00ff\u00c0\0\u0011\b',
    '\u00ff\u00c1',
    '\u00ff\u00c2',
    '\u00ff\u00c4',
    '\u00ff\u00da',
    '\u00ff\u00dd',
  ],
  ...['\u00ff\u00d0', '\u00ff\u00d9', '\u00ff\u00fe'],
];

type Codec = keyof typeof encodedPictures;

/** The bytes as the picture of a page. */
const pictureTarget = (codecs: readonly [Codec, ...Codec[]], tokens: readonly string[]): Target => ({
  parse: storePdf((bytes) => createPicturePdf({ bytes, entries: encodedPictures[codecs[0]].entries })),
  maxBytes: MAX_BYTES,
  seeds: codecs.map((codec) => encodedPictures[codec].bytes),
  tokens,
});

/** Types of segments of JBIG2, and the end of arithmetic coding. */
const SEGMENTS = [0, 4, 7, 16, 23, 36, 38, 39, 40, 43, 49, 53].map(
  (type) => `\0\0\0\u0001${String.fromCharCode(type)}\0\u0001`,
);

/** The decoders of photos and of papers, and those that a PDF calls for what it contains. */
export const fileTargets: Readonly<Record<string, Target>> = {
  jpeg: {
    parse: storing((bytes) => decodePicture(bytes, LIMITS), checkPicture),
    maxBytes: MAX_BYTES,
    seeds: [photo, progressive],
    tokens: JPEG_TOKENS,
  },
  png: {
    parse: storing((bytes) => decodePicture(bytes, LIMITS), checkPicture),
    maxBytes: MAX_BYTES,
    seeds: [png, await buildPhoto('png', 32, 32), interlaced],
    tokens: [
      ...[
        'IHDR',
        'PLTE',
        'IDAT',
        'IEND',
        'acTL',
        'fcTL',
        'fdAT',
        'iCCP',
        'eXIf',
        'zTXt',
        'iTXt',
        'tRNS',
        'gAMA',
      ],
      '\u0089PNG\r\n\u001a\n',
    ],
  },
  'ticket-photo': {
    parse: storing((bytes) => decodePicture(bytes, { ...LIMITS, format: 'jpeg' }), checkPicture),
    maxBytes: MAX_BYTES,
    seeds: [photo, interlaced],
    tokens: JPEG_TOKENS,
  },
  pdf: {
    parse: storePdf((bytes) => bytes),
    maxBytes: MAX_BYTES,
    seeds: [buildPdf()],
    tokens: [
      ...['%PDF-1.7\n', '1 0 obj\n', 'endobj\n', 'stream\n', '\nendstream', '<<', '>>', '[', ']', '(', ')'],
      ...['/Type', '/Page', '/Pages', '/Kids', '/Count 1', '/Parent 1 0 R', '/Contents 2 0 R', '/Resources'],
      ...['/ObjStm', '/XRef', '/W [1 1 1]', '/Filter', '/FlateDecode', '/ASCIIHexDecode', '/LZWDecode'],
      ...['/Length 9', '1 0 R', 'xref\n', 'trailer', 'startxref', '%%EOF', '/Encrypt', '#4a', '/Prev 0'],
    ],
  },
  'pdf-content': {
    parse: storePdf((bytes) => createContentPdf(bytes.toString('latin1'))),
    maxBytes: MAX_BYTES,
    seeds: [
      'q 1 0 0 1 9 9 cm 0 0 9 9 re W n 1 0 0 RG [3 1] 0 d 0 0 m 9 9 l 1 1 2 2 3 3 c S Q',
      'BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI BT /F1 9 Tf 1 0 0 1 5 5 Tm (a) Tj [(b) -9 (c)] TJ ET',
    ],
    tokens: [
      ...[
        ' q ',
        ' Q ',
        ' cm ',
        ' re ',
        ' f* ',
        ' S ',
        ' W n ',
        ' d ',
        ' w ',
        ' gs ',
        ' sh ',
        ' Do ',
        ' scn ',
      ],
      ...[
        'BT ',
        ' ET ',
        ' Tf ',
        ' Tm ',
        ' Tj ',
        ' TJ ',
        ' Tr ',
        'BI ',
        ' ID ',
        ' EI ',
        '/OC /A BDC ',
        ' EMC ',
      ],
      ...['1e48', '-0.00001', '2147483648', '[', ']', '(', ')', '<', '>', '/DeviceRGB cs'],
    ],
  },
  'pdf-jpeg': {
    parse: storePdf((bytes) =>
      createPicturePdf({ bytes, entries: '/Filter /DCTDecode /ColorSpace /DeviceRGB /BitsPerComponent 8' }),
    ),
    maxBytes: MAX_BYTES,
    seeds: [photo, progressive],
    tokens: JPEG_TOKENS,
  },
  'pdf-jbig2': pictureTarget(
    ['JBIG2, coded arithmetically', 'JBIG2, coded as a fax'],
    [...SEGMENTS, '\u00ff\u00ac'],
  ),
  'pdf-fax': pictureTarget(['a fax'], ['\0\u0001', '\0\u0010\u0001', '\u0002', '\u00ff']),
  'pdf-jpeg-2000': pictureTarget(
    ['JPEG 2000', 'JPEG 2000 of three colours'],
    [
      'jP  ',
      'jp2h',
      'ihdr',
      'colr',
      'pclr',
      'cmap',
      'cdef',
      'jp2c',
      '\u00ffO',
      '\u00ffQ',
      '\u00ffR',
      '\u00ff\\',
    ].concat(['\u00ff]', '\u00ff_', '\u00ff\u0090', '\u00ff\u0093', '\u00ff\u0091', '\u00ff\u00d9']),
  ),
  'pdf-font': {
    parse: storePdf((bytes) => bytes),
    maxBytes: MAX_BYTES,
    seeds: [letters],
    tokens: [
      ...['cmap', 'glyf', 'loca', 'head', 'hhea', 'hmtx', 'maxp', 'post', 'name', 'cvt ', 'fpgm', 'prep'],
      ...['CFF ', 'GSUB', '\0\u0001\0\0', 'OTTO', 'true', 'ttcf', '\u00ff\u00ff', '\0\0\0\0'],
    ],
  },
};
