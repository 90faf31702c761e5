import type { ApplicantSession } from '@archaka/test-kit';

interface NewDocument {
  readonly kind: string;
  readonly bytes: Buffer;
  /** Of the file. */
  readonly name: string;
}

/** Uploads a file in one request. @returns its reference for the form */
export async function storeDocument({ fetch }: ApplicantSession, { kind, bytes, name }: NewDocument) {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([Uint8Array.from(bytes)]), name);
  const response = await fetch('/api/documents', { method: 'POST', body });
  const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
  return [{ document_id, filetype }];
}
