import type { Cutoff } from '@archaka/service-kit';
import type { Repositories } from '../../persistence/repositories.ts';

/** A form may treat a document as fresh for a day after it was touched, and be saved without touching it. */
export const FRESH_MS = 24 * 60 * 60 * 1000;

type DocumentRepositories = Pick<Repositories, 'documents' | 'drafts' | 'versions'>;

export async function findReferenced(
  { drafts, versions }: DocumentRepositories,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set([
    ...(await versions.findReferencedDocuments(ids)),
    ...(await drafts.findReferencedDocuments(ids)),
  ]);
}

/** Deletes the documents that no other draft or version names; fresh ones are left to the unattached uploads. */
export async function deleteUnreferencedDocuments(
  repositories: DocumentRepositories,
  ids: readonly string[],
  { now }: Pick<Cutoff, 'now'>,
): Promise<void> {
  const referenced = await findReferenced(repositories, ids);
  const unreferenced = ids.filter((id) => !referenced.has(id));
  await repositories.documents.deleteStale(unreferenced, new Date(now.getTime() - FRESH_MS));
}
