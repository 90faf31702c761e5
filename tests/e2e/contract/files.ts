import { type ApplicantSession, buildPdf, buildPhoto, scaledTimeout } from '@archaka/test-kit';
import { expect } from '@jest/globals';

/** Much longer than the response to an upload takes. */
const TIMEOUT_MS = scaledTimeout(15_000);

export interface UploadOptions {
  readonly kind?: string;
  readonly bytes?: Buffer;
  readonly name?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

/** Sends `POST /api/documents` with the given parts of a form. */
export function uploadDocument(
  session: ApplicantSession,
  { kind, bytes, name = 'file', type, headers = {} }: UploadOptions,
) {
  const body = new FormData();
  if (kind !== undefined) body.set('kind', kind);
  if (bytes) body.set('file', new Blob([Uint8Array.from(bytes)], type ? { type } : {}), name);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return session.fetch('/api/documents', { method: 'POST', body, headers, signal });
}

/** Uploads a valid file; returns its list for a form. */
export async function uploadAndReference(session: ApplicantSession, kind: string, bytes: Buffer) {
  const response = await uploadDocument(session, { kind, bytes });
  expect(response.status).toBe(201);
  const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
  return [{ document_id, filetype }];
}

/** Uploads the files of a regular Pravesa applicant. */
export const uploadApplicationFiles = async (session: ApplicantSession) => ({
  image: await uploadAndReference(session, 'image', await buildPhoto()),
  birthcertificate: await uploadAndReference(session, 'birthcertificate', buildPdf()),
});

/** Builds a PDF of this size by a comment. */
export function createPdfOfSize(bytes: number): Buffer {
  const file = buildPdf();
  return Buffer.concat([file, Buffer.from(`\n%${'x'.repeat(bytes - file.length - 2)}`)]);
}
