import { createStream, PdfObjects } from './pdf-objects.ts';

/** A picture as a PDF contains it. */
export interface PdfPicture {
  readonly bytes: Uint8Array;
  /** Entries of its dictionary: the filter, the colour space, the bits of a shade. */
  readonly entries: string;
}

/** Pixels of a side. */
const SIDE = 16;
const PAGE_SIDE = 160;
const GREY = '/ColorSpace /DeviceGray /BitsPerComponent';

const toLatin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A page of this content. */
export function createContentPdf(content: string, resources = '', objects = new PdfObjects()): Buffer {
  const [contents, parent] = [objects.add(createStream('', content)), objects.reserve()];
  const box = `/MediaBox [0 0 ${PAGE_SIDE} ${PAGE_SIDE}]`;
  const page = objects.add(
    `<< /Type /Page /Parent ${parent} 0 R ${box} /Contents ${contents} 0 R /Resources << ${resources} >> >>`,
  );
  objects.set(parent, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  return objects.write(objects.add(`<< /Type /Catalog /Pages ${parent} 0 R >>`));
}

/** A page that this picture covers. */
export function createPicturePdf({ bytes, entries }: PdfPicture): Buffer {
  const objects = new PdfObjects();
  const head = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE}`;
  const picture = objects.add(createStream(`${head} ${entries}`, toLatin(bytes)));
  const drawing = `q ${PAGE_SIDE} 0 0 ${PAGE_SIDE} 0 0 cm /P Do Q`;
  return createContentPdf(drawing, `/XObject << /P ${picture} 0 R >>`, objects);
}

/** What the encoded pictures show: an angle of two black blocks in the upper left, of 16 × 16 pixels. */
export const createAnglePdf = (): Buffer => createContentPdf('20 100 120 40 re 20 20 30 80 re f');

const decode = (text: string): Buffer => Buffer.from(text, 'base64');
const JBIG2_PAGE = decode('AAAAADAAAQAAABMAAAAQAAAAEAAAAAAAAAAAAAAA');
const JBIG2_REGION = decode('AAAAAScAAQAAACoAAAAQAAAAEAAAAAAAAAAAAAAD//3/Av7+/phyakM3lmGtvLSxTp0P/6w=');
const JPEG_2000 = decode(
  '/0//UQApAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAABBwEB/1IADAAAAAEAAAQEAAH/XAAEQED/kAAKAAAAAAC6AAH/k9+FUh2HYK7KQULt52jQbJRyJdoy+hvS5IOQYIAAB5604fmvmAAABrpqUnOc5zpGNpRh4ZJznOkZKaoQVIiiyagKwXc271qUnOiSCzA46hznOdIyU1QgqRFFk1AVgu5t3rUpOdEkFmBx1DnOc6RkpqhBUiKLJqArBdzbvWpSc6JILMDjqHOc50jJTVCCpEUWTUBWC7m3etSk50SQWYHHUOc5zpGSmqEFSIosmoD/2Q==',
);
const JPEG_2000_FILE = decode(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAwcHAAAAAAAPY29scgEAAAAAABAAAAKKanAyY/9P/1EALwAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAACEgAB/5PfhVIdh2CuykFC7edo0GyUciXaMvob0uSDkGCAAAeetOH5r5gAAAa6alJznOc6RjaUYeGSc5zpGSmqEFSIosmoCsF3Nu9alJzokgswOOoc5znSMlNUIKkRRZNQFYLubd61KTnRJBZgcdQ5znOkZKaoQVIiiyagKwXc271qUnOiSCzA46hznOdIyU1QgqRFFk1AVgu5t3rUpOdEkFmBx1DnOc6RkpqhBUiKLJqA34VSHYdgrspBQu3naNBslHIl2jL6G9Lkg5BggAAHnrTh+a+YAAAGumpSc5znOkY2lGHhknOc6RkpqhBUiKLJqArBdzbvWpSc6JILMDjqHOc50jJTVCCpEUWTUBWC7m3etSk50SQWYHHUOc5zpGSmqEFSIosmoCsF3Nu9alJzokgswOOoc5znSMlNUIKkRRZNQFYLubd61KTnRJBZgcdQ5znOkZKaoQVIiiyagN+FUh2HYK7KQULt52jQbJRyJdoy+hvS5IOQYIAAB5604fmvmAAABrpqUnOc5zpGNpRh4ZJznOkZKaoQVIiiyagKwXc271qUnOiSCzA46hznOdIyU1QgqRFFk1AVgu5t3rUpOdEkFmBx1DnOc6RkpqhBUiKLJqArBdzbvWpSc6JILMDjqHOc50jJTVCCpEUWTUBWC7m3etSk50SQWYHHUOc5zpGSmqEFSIosmoD/2Q==',
);

/** The angle, by each codec that scanners write and that PDFium and pdf.js each decode by code of their own. */
export const encodedPictures = {
  'JBIG2, coded arithmetically': {
    bytes: Buffer.concat([JBIG2_PAGE, JBIG2_REGION]),
    entries: `/Filter /JBIG2Decode ${GREY} 1`,
  },
  'JBIG2, coded as a fax': {
    bytes: Buffer.concat([JBIG2_PAGE, decode('AAAAAScAAQAAAB0AAAAQAAAAEAAAAAAAAAAAAAHLh//mR///xwAQAQ==')]),
    entries: `/Filter /JBIG2Decode ${GREY} 1`,
  },
  'a fax': {
    bytes: decode('y4f/5kf//8cAEAE='),
    entries: `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${SIDE} /Rows ${SIDE} >> ${GREY} 1`,
  },
  'JPEG 2000': { bytes: JPEG_2000, entries: `/Filter /JPXDecode ${GREY} 8` },
  'JPEG 2000 of three colours': { bytes: JPEG_2000_FILE, entries: '/Filter /JPXDecode' },
} satisfies Record<string, PdfPicture>;
