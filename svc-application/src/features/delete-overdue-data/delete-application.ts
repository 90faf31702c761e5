import type { Cutoff } from '@archaka/privacy-kit';
import type { Database } from '@archaka/service-kit';
import { toClaimKeys } from '../../domain/claim.ts';
import type { ApplicationHeader } from '../../persistence/application-repository.ts';
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

/** Also deletes versions, claims and unshared papers. False when it changed since it was listed. */
export async function deleteApplication(
  { db, repositories }: { readonly db: Database; readonly repositories: Repositories },
  id: string,
  isDeletable: (application: ApplicationHeader) => boolean,
  cutoff: Pick<Cutoff, 'now'>,
): Promise<boolean> {
  const application = await repositories.applications.findOutline(id);
  if (!application || !isDeletable(application)) return false;
  const [mobile, aadhaar] = toClaimKeys(application);
  return db.transaction(async () => {
    if (!(await repositories.applications.remove(application))) return false;
    const documents = await repositories.versions.removeAll(id);
    await repositories.claims.release(mobile, id);
    await repositories.claims.release(aadhaar, id);
    await deleteUnreferencedDocuments(repositories, documents, cutoff);
    return true;
  });
}
