import { routes, type StoredFile } from '@archaka/contracts';
import { type PortalError, portalFetch } from '@archaka/platform';
import type { FileFieldName } from '../form/form-values.ts';
import { prepareFile, TOO_LARGE } from './prepare-file.ts';

/** The stored file, or why there is none; `error` where the server or the line refused it. */
export type SentFile =
  | { readonly document: StoredFile }
  | { readonly problem: string; readonly error?: PortalError };

export const notSent = {
  problem: 'The file could not be sent. Check the connection and choose it again',
} as const satisfies SentFile;

/** Sends a file as soon as it is picked; throws when `signal` says to stop. */
export async function sendFile(
  field: FileFieldName,
  { file, signal }: { file: File; signal: AbortSignal },
): Promise<SentFile> {
  const prepared = await prepareFile(field, file);
  if ('problem' in prepared) return prepared;
  const body = new FormData();
  body.set('kind', field);
  body.set('file', prepared.file, file.name);
  const { data, error } = await portalFetch(routes.uploadDocument.path, { method: 'POST', body, signal });
  if (error) return { problem: problemOf(error, field), error };
  const { document_id, filetype } = (await data.json()) as StoredFile;
  return { document: { document_id, filetype } };
}

function problemOf(error: PortalError, field: FileFieldName): string {
  switch (error.kind) {
    case 'invalid':
      return error.title;
    case 'wrong-type':
      return error.title || (field === 'image' ? 'Choose a photo that is JPEG or PNG' : 'Upload Pdf Only');
    case 'too-large':
      return TOO_LARGE;
    case 'too-many':
      return 'Too many files were sent. Choose it again later';
    case 'signed-out':
      return 'Sign in again, then choose the file once more';
    default:
      return notSent.problem;
  }
}
