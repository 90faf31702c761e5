import { type ApplicantSession, buildPdf, buildPhoto } from '@archaka/test-kit';
import { expect } from '@jest/globals';

/** Uploads a valid file; returns its list for a form. */
async function uploadAndReference(session: ApplicantSession, kind: string, bytes: Buffer) {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([Uint8Array.from(bytes)]), 'file');
  const response = await session.fetch('/api/documents', { method: 'POST', body });
  expect(response.status).toBe(201);
  const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
  return [{ document_id, filetype }];
}

/** Uploads the files of a regular Pravesa applicant. */
export const uploadApplicationFiles = async (session: ApplicantSession) => ({
  image: await uploadAndReference(session, 'image', await buildPhoto()),
  birthcertificate: await uploadAndReference(session, 'birthcertificate', buildPdf()),
});
