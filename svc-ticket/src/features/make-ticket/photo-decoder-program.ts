import { decodePicture, serveDecoder } from '@archaka/service-kit/decoder-program';
import type { PhotoJob } from './photo-reader.ts';

/** 36 × 46 mm at 200 dpi. */
const TICKET_PHOTO = { width: 284, height: 362, limit: 24 * 1024, format: 'jpeg' } as const;

serveDecoder(({ bytes }: PhotoJob) => decodePicture(bytes, TICKET_PHOTO));
