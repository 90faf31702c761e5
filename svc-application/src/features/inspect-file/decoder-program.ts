import { encodePicture, readPicture, serveDecoder } from '@archaka/service-kit/decoder-program';
import sharp from 'sharp';
import type { DocumentDetails } from '../../persistence/document-store.ts';
import { CHANNELS, type Raster } from '../rasterize-pdf/pdfium-page.ts';
import { rasterizePdf } from '../rasterize-pdf/rasterize-pdf.ts';
import type { DecodedFile, DecoderJob } from './inspect-file.ts';

/** Far more than a ticket prints, and than a form sends. */
const PHOTO = { width: 1600, height: 1600, limit: 1024 * 1024 };
/** Twice the pixels of its place in the form; its text cannot be read. */
const PREVIEW = { width: 128, height: 128, limit: 8 * 1024, format: 'jpeg' } as const;

const toPicture = (jpeg: Buffer): string => jpeg.toString('base64');

/** The top of a page. */
async function previewPage({ data, width, height }: Raster): Promise<string> {
  const jpeg = await sharp(data, { raw: { width, height, channels: CHANNELS } })
    .resize({ width: PREVIEW.width, height: PREVIEW.height, position: 'top' })
    .jpeg({ quality: 60 })
    .toBuffer();
  return toPicture(jpeg);
}

async function decodePdf(bytes: Uint8Array): Promise<DecodedFile> {
  let details: DocumentDetails = {};
  const stored = await rasterizePdf(bytes, async (firstPage, pages) => {
    details = { pages, picture: await previewPage(firstPage) };
  });
  return { bytes: Buffer.from(stored), details };
}

async function decodePhoto(bytes: Uint8Array): Promise<DecodedFile> {
  const photo = await readPicture(bytes, PHOTO);
  const picture = toPicture(await encodePicture(photo, PREVIEW));
  return { bytes: await encodePicture(photo, PHOTO), details: { picture } };
}

serveDecoder(
  ({ filetype, bytes }: DecoderJob) => (filetype === 'pdf' ? decodePdf(bytes) : decodePhoto(bytes)),
  {
    usesWebAssembly: true,
  },
);
