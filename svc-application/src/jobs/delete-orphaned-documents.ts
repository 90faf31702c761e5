import { defineJob, type Job } from '@archaka/service-kit';
import type { Repositories } from '../persistence/repositories.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** 30 days after the last reference, and the day in which a form may treat a document as fresh. */
const RETENTION_MS = 31 * DAY_MS;
const BATCH_SIZE = 200;

/** Touches referenced documents, so that they are checked again only after the retention time. */
async function deleteOrphanedDocuments(
  { documents, versions, drafts }: Repositories,
  signal: AbortSignal,
): Promise<void> {
  const cutoff = new Date(Date.now() - RETENTION_MS);
  while (!signal.aborted) {
    const staleIds = await documents.findStaleIds(cutoff, BATCH_SIZE);
    if (staleIds.length === 0) return;
    const [inVersions, inDrafts] = await Promise.all([
      versions.findReferencedDocuments(staleIds),
      drafts.findReferencedDocuments(staleIds),
    ]);
    const referenced = new Set([...inVersions, ...inDrafts]);
    await documents.touch(staleIds.filter((id) => referenced.has(id)));
    await documents.deleteStale(
      staleIds.filter((id) => !referenced.has(id)),
      cutoff,
    );
  }
}

export const createDeleteOrphanedDocumentsJob = (repositories: Repositories): Job =>
  defineJob({
    name: 'sweep-documents',
    ms: DAY_MS / 4,
    run: (signal) => deleteOrphanedDocuments(repositories, signal),
  });
