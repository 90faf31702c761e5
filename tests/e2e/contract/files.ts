import { pdf, photo, scaledTimeout } from '@archaka/test-kit';
import { expect } from '@jest/globals';
import type { Guest } from './stage.ts';

/** An upload is answered long before, accepted or not. */
const TIMEOUT_MS = scaledTimeout(15_000);

export interface Upload {
  readonly kind?: string;
  readonly bytes?: Buffer;
  readonly name?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

/** `POST /api/documents` with what is given of a form. */
export function upload(session: Guest, { kind, bytes, name = 'file', type, headers = {} }: Upload) {
  const body = new FormData();
  if (kind !== undefined) body.set('kind', kind);
  if (bytes) body.set('file', new Blob([Uint8Array.from(bytes)], type ? { type } : {}), name);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return session.fetch('/api/documents', { method: 'POST', body, headers, signal });
}

/** Uploads a file that is accepted; gives the list a form carries. */
export async function uploaded(session: Guest, kind: string, bytes: Buffer) {
  const response = await upload(session, { kind, bytes });
  expect(response.status).toBe(201);
  const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
  return [{ document_id, filetype }];
}

/** The files of a regular Pravesa applicant, uploaded. */
export const uploadedFiles = async (session: Guest) => ({
  image: await uploaded(session, 'image', await photo()),
  birthcertificate: await uploaded(session, 'birthcertificate', pdf()),
});

/** A PDF with a comment that makes it this large. */
export function pdfOf(bytes: number): Buffer {
  const file = pdf();
  return Buffer.concat([file, Buffer.from(`\n%${'x'.repeat(bytes - file.length - 2)}`)]);
}
