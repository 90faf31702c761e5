import { decodePicture, serveDecoder } from '@archaka/service-kit/decoder-program';
import sharp from 'sharp';
import type { DocumentDetails } from '../../persistence/document-store.ts';
import { openDocument } from '../rasterize-pdf/pdfium.ts';
import { PdfiumPage } from '../rasterize-pdf/pdfium-page.ts';
import { rasterizePdf } from '../rasterize-pdf/rasterize-pdf.ts';
import type { DecoderJob } from './inspect-file.ts';

/** Far more than a ticket prints, and than a form sends. */
const PHOTO = { width: 1600, height: 1600, limit: 1024 * 1024 };
/** Twice the pixels of its place in the form; its text cannot be read. */
const PREVIEW = { width: 128, height: 128, limit: 8 * 1024, format: 'jpeg' } as const;

/** Pixels of a page whose top is shown. */
const MAX_PAGE_HEIGHT = 1024;

const toPicture = (jpeg: Buffer): string => jpeg.toString('base64');

async function previewPdf(bytes: Uint8Array): Promise<DocumentDetails> {
  const source = await openDocument(bytes);
  const page = new PdfiumPage(source, 0);
  const { width, height } = page.readSize();
  const scale = Math.min(PREVIEW.width / width, MAX_PAGE_HEIGHT / height);
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const { data } = page.render(size);
  const pixels = sharp(data, { raw: { ...size, channels: 4 } }).removeAlpha();
  const jpeg = await pixels
    .resize({ ...PREVIEW, position: 'top' })
    .jpeg({ quality: 60 })
    .toBuffer();
  return { pages: source.pdfium.FPDF_GetPageCount(source.document), picture: toPicture(jpeg) };
}

const previewPhoto = async (bytes: Uint8Array): Promise<DocumentDetails> => ({
  picture: toPicture(await decodePicture(bytes, PREVIEW)),
});

async function decode({ filetype, bytes, isPreview }: DecoderJob): Promise<Uint8Array> {
  if (isPreview) {
    const details = await (filetype === 'pdf' ? previewPdf(bytes) : previewPhoto(bytes));
    return Buffer.from(JSON.stringify(details));
  }
  return filetype === 'pdf' ? rasterizePdf(bytes) : decodePicture(bytes, PHOTO);
}

serveDecoder(decode, { usesWebAssembly: true });
