import { decodePicture, serveDecoder } from '@archaka/service-kit/decoder-program';
import { rasterizePdf } from '../rasterize-pdf/rasterize-pdf.ts';
import type { DecoderJob } from './inspect-file.ts';

/** Far more than a ticket prints, and than a form sends. */
const PHOTO = { width: 1600, height: 1600, limit: 1024 * 1024 };

serveDecoder(({ filetype, bytes }: DecoderJob) =>
  filetype === 'pdf' ? rasterizePdf(bytes) : decodePicture(bytes, PHOTO),
);
