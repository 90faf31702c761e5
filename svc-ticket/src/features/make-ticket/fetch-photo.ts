import { internalRoutes } from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';
import { UnusableFile } from '@archaka/service-kit/decoder';
import type { PhotoDecoder } from './photo-decoder.ts';

const FETCH_TIMEOUT_MS = 3000;

/** @throws DependencyUnavailable, or HttpProblem for an unknown document */
async function fetchDocument(services: ServiceClient, documentId: string): Promise<Buffer> {
  const { service, path } = internalRoutes.documentContent;
  const address = path.replace(':id', encodeURIComponent(documentId));
  const { content } = await services.get(service, address, { timeoutMs: FETCH_TIMEOUT_MS });
  return content;
}

export interface PhotoSources {
  readonly services: ServiceClient;
  readonly decoder: Pick<PhotoDecoder, 'decode'>;
}

/**
 * As a JPEG of the size on the ticket. Undefined when the bytes are no readable picture. @throws DependencyUnavailable
 */
export async function fetchPhoto(
  { services, decoder }: PhotoSources,
  documentId: string,
): Promise<Buffer | undefined> {
  const bytes = await fetchDocument(services, documentId);
  try {
    return await decoder.decode(documentId, { bytes });
  } catch (error) {
    if (error instanceof UnusableFile) return undefined;
    throw error;
  }
}
