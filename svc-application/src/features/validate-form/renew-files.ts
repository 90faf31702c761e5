import { forbidden } from '@archaka/service-kit';
import type { DocumentStore } from '../../persistence/document-store.ts';
import type { ResolvedFiles } from './resolve-files.ts';

/** Documents touched since then have their time before the sweep still before them. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/**
 * Gives files stored long ago their time again, before the transaction that names them.
 * @throws HttpProblem 403 when the sweep was faster.
 */
export async function renewStoredFiles({ stored }: ResolvedFiles, documents: DocumentStore): Promise<void> {
  const old = stored.filter(({ touchedAt }) => touchedAt.getTime() < Date.now() - FRESH_MS);
  const renewed = old.length === 0 ? 0 : await documents.touch(old.map(({ documentId }) => documentId));
  if (renewed < old.length) throw forbidden();
}
