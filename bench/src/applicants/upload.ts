import { routes } from '@archaka/contracts';
import type { ApplicantSession } from '@archaka/test-kit';

/** Chunk size of mf-application. */
const CHUNK_BYTES = 128 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };

interface UploadedFile {
  readonly kind: string;
  readonly bytes: Buffer;
}

/** Uploads a file in the form's chunks (tus 1.0). @returns its reference for the form */
export async function upload(session: ApplicantSession, { kind, bytes }: UploadedFile) {
  const creation = await session.fetch(routes.beginUpload.path, {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(bytes.length),
      'upload-metadata': `kind ${Buffer.from(kind).toString('base64')}`,
    },
  });
  const path = creation.headers.get('location') ?? '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const response = await session.fetch(path, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': String(start), 'content-type': 'application/offset+octet-stream' },
      body: Uint8Array.from(bytes.subarray(start, start + CHUNK_BYTES)),
    });
    if (response.status === 200) {
      const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
      return [{ document_id, filetype }];
    }
    if (response.status !== 204) throw new Error(`an upload responded ${response.status}`);
  }
  throw new Error('an upload did not become complete');
}
