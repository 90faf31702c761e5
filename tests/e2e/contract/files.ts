import { buildPdf, buildPhoto, scaledTimeout } from '@archaka/test-kit';
import { expect } from '@jest/globals';
import type { ThrottledSession } from './environment.ts';

/** An upload is answered long before, accepted or not. */
const TIMEOUT_MS = scaledTimeout(15_000);

export interface UploadOptions {
  readonly kind?: string;
  readonly bytes?: Buffer;
  readonly name?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

/** `POST /api/documents` with what is given of a form. */
export function uploadDocument(
  session: ThrottledSession,
  { kind, bytes, name = 'file', type, headers = {} }: UploadOptions,
) {
  const body = new FormData();
  if (kind !== undefined) body.set('kind', kind);
  if (bytes) body.set('file', new Blob([Uint8Array.from(bytes)], type ? { type } : {}), name);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return session.fetch('/api/documents', { method: 'POST', body, headers, signal });
}

/** Uploads a file that is accepted; gives the list a form carries. */
export async function uploadAndReference(session: ThrottledSession, kind: string, bytes: Buffer) {
  const response = await uploadDocument(session, { kind, bytes });
  expect(response.status).toBe(201);
  const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
  return [{ document_id, filetype }];
}

/** The files of a regular Pravesa applicant, uploaded. */
export const uploadApplicationFiles = async (session: ThrottledSession) => ({
  image: await uploadAndReference(session, 'image', await buildPhoto()),
  birthcertificate: await uploadAndReference(session, 'birthcertificate', buildPdf()),
});

/** A PDF with a comment that makes it this large. */
export function createPdfOfSize(bytes: number): Buffer {
  const file = buildPdf();
  return Buffer.concat([file, Buffer.from(`\n%${'x'.repeat(bytes - file.length - 2)}`)]);
}
