import type { Cutoff, Database } from '@archaka/service-kit';
import { toClaimKeys } from '../../domain/claim.ts';
import type { ApplicationHeader } from '../../persistence/application-repository.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { deleteUnreferencedDocuments } from './delete-unreferenced-documents.ts';

interface DeletionDependencies {
  readonly db: Database;
  readonly repositories: Repositories;
}

/** Also deletes versions, claims and unshared papers. False when it changed since it was listed. */
export async function deleteApplication(
  { db, repositories }: DeletionDependencies,
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
