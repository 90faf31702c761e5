import { internalRoutes } from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';
import sharp from 'sharp';

const FETCH_TIMEOUT_MS = 3000;
/** 36 × 46 mm at 200 dpi. */
const BOX = { width: 284, height: 362, fit: 'inside', withoutEnlargement: true } as const;
const MAX_BYTES = 24 * 1024;
const QUALITIES = [82, 70, 55, 40, 25] as const;
/** More than a phone's camera takes. */
const MAX_PIXELS = 120_000_000;

sharp.cache(false);
sharp.concurrency(1);

/** @throws DependencyUnavailable, or HttpProblem for an unknown document */
async function fetchDocument(services: ServiceClient, documentId: string): Promise<Buffer> {
  const { service, path } = internalRoutes.documentContent;
  const address = path.replace(':id', encodeURIComponent(documentId));
  const { content } = await services.get(service, address, { timeoutMs: FETCH_TIMEOUT_MS });
  return content;
}

async function reencode(original: Buffer): Promise<Buffer> {
  const upright = sharp(original, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize(BOX)
    .flatten({ background: '#ffffff' });
  const pixels = await upright.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  let jpeg = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    jpeg = await sharp(pixels.data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
    if (jpeg.length <= MAX_BYTES) break;
  }
  return jpeg;
}

/** Undefined when the bytes are no readable picture. @throws DependencyUnavailable */
export async function fetchPhoto(services: ServiceClient, documentId: string): Promise<Buffer | undefined> {
  const original = await fetchDocument(services, documentId);
  try {
    return await reencode(original);
  } catch {
    return undefined;
  }
}
