import type { RemainingData } from '@archaka/contracts';
import type { Database, ErasePerson, FindDueDate, ServiceClient } from '@archaka/service-kit';
import type { ApplicationHeader } from '../../persistence/application-repository.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { deleteApplication, findReferenced } from '../delete-overdue-data/delete-application.ts';
import { findUnsettled } from '../withdraw-application/withdraw-application.ts';

interface ErasureDependencies {
  readonly db: Database;
  readonly repositories: Repositories;
  readonly services: Pick<ServiceClient, 'call'>;
  readonly findDueDate: FindDueDate;
}

const openPayment: RemainingData = { kind: 'unpaid-application', because: 'open-payment', until: null };

/** Papers and photos that no application names any more, including fresh ones. */
async function deleteFiles({ documents, ...repositories }: Repositories, userId: string): Promise<void> {
  const ids = (await documents.listByOwner(userId)).map(({ documentId }) => documentId);
  const referenced = await findReferenced({ documents, ...repositories }, ids);
  await documents.deleteStale(
    ids.filter((id) => !referenced.has(id)),
    new Date(Date.now() + 1),
  );
}

/** Deletes everything at once except paid applications and those with unsettled money. */
export function createErasePerson(deps: ErasureDependencies): ErasePerson {
  const { repositories, findDueDate } = deps;

  async function eraseApplication({
    id,
    state,
    examYear: year,
  }: ApplicationHeader): Promise<RemainingData | undefined> {
    if (state === 'paid') {
      const until = await findDueDate('paid-application', { year });
      return { kind: 'paid-application', because: 'retention', until: until?.toISOString() ?? null };
    }
    if (await findUnsettled(deps, id)) return openPayment;
    const isDeleted = await deleteApplication(deps, id, (found) => found.state !== 'paid', {
      now: new Date(),
    });
    return isDeleted ? undefined : openPayment;
  }

  return async (userId) => {
    const applications = await repositories.applications.listHeadersByUser(userId);
    const remaining: RemainingData[] = [];
    for (const application of applications) {
      const left = await eraseApplication(application);
      if (left) remaining.push(left);
    }
    const { aadhaarLookups, drafts, editQuota, firstHolds, uploadQuota, uploads } = repositories;
    for (const rows of [drafts, firstHolds, aadhaarLookups, editQuota, uploadQuota])
      await rows.removeByUser(userId);
    await uploads.removeByOwner(userId);
    await deleteFiles(repositories, userId);
    if (remaining.length === 0) await repositories.consents.removeByUser(userId);
    return remaining;
  };
}
