import { forbidden } from '@archaka/service-kit';
import type { DocumentStore } from '../../persistence/document-store.ts';
import type { ResolvedFiles } from './resolve-files.ts';

/** The sweep spares documents touched within this time. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** Call before the transaction that references the files. @throws HttpProblem 403 when the sweep was faster. */
export async function renewStoredFiles({ stored }: ResolvedFiles, documents: DocumentStore): Promise<void> {
  const old = stored.filter(({ touchedAt }) => touchedAt.getTime() < Date.now() - FRESH_MS);
  const renewed = old.length === 0 ? 0 : await documents.touch(old.map(({ documentId }) => documentId));
  if (renewed < old.length) throw forbidden();
}
