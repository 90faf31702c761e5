import { maskAadhaar, maskIdentityNumber, type RemainingData } from '@archaka/contracts';
import {
  createDueDates,
  type ErasePerson,
  type ExportedRecords,
  type FindDueDate,
  type PersonalDataDeclaration,
} from '@archaka/privacy-kit';
import { toApplicationRecord, toContentRecord } from './domain/application-record.ts';
import {
  createRetainedData,
  deleteApplication,
  findReferenced,
} from './features/delete-overdue-data/retained-data.ts';
import type { Dependencies } from './features/dependencies.ts';
import { findUnsettled } from './features/withdraw-application/withdraw-application.ts';
import type { ApplicationHeader } from './persistence/application-repository.ts';
import type { Repositories } from './persistence/repositories.ts';

type DataDependencies = Pick<Dependencies, 'db' | 'services' | 'repositories' | 'examination' | 'config'>;

async function listApplications(
  { repositories, examination }: DataDependencies,
  { userId, now }: { userId: string; now: Date },
): Promise<unknown[]> {
  const context = { examination, now };
  const applications = await repositories.applications.listByUser(userId);
  const exported: unknown[] = [];
  for (const application of applications) {
    const versions = await repositories.versions.list(application.id);
    exported.push({
      ...toApplicationRecord(application, context),
      versions: versions.map(({ version, at, content }) => ({
        version,
        at: at.toISOString(),
        ...toContentRecord(content, now),
      })),
    });
  }
  return exported;
}

/** Reads all records at one instant, so that a concurrent edit is included completely or not at all. */
const createRecordsReader =
  (deps: DataDependencies) =>
  (userId: string): Promise<ExportedRecords> =>
    deps.db.transaction(async () => {
      const { consents, documents, drafts } = deps.repositories;
      const now = new Date();
      const files = await documents.listByOwner(userId);
      return {
        records: {
          consents: await consents.list(userId),
          drafts: (await drafts.listByUser(userId)).map(({ content, savedAt, ...draft }) => ({
            application_id: draft.applicationId,
            examine_year: draft.examYear,
            saved_at: savedAt.toISOString(),
            ...toContentRecord(content, now),
          })),
          unfinished_forms: (await drafts.listUnfinished(userId)).map(({ form, changedAt, examYear }) => ({
            examine_year: examYear,
            changed_at: changedAt.toISOString(),
            ...form,
            aadhar: form.aadhar && maskAadhaar(form.aadhar),
            identity_number: form.identity_number && maskIdentityNumber(form.identity_number),
          })),
          applications: await listApplications(deps, { userId, now }),
          documents: await Promise.all(
            files.map(async ({ documentId: id }) => ({ id, name: (await documents.readDetails(id)).name })),
          ),
        },
        files: files.map(({ documentId: id, filetype }) => ({ id, filetype })),
      };
    });

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
function createErasePerson(deps: DataDependencies, findDueDate: FindDueDate): ErasePerson {
  const { repositories } = deps;

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

export const declarePersonalData = (deps: DataDependencies): PersonalDataDeclaration => ({
  consents: deps.repositories.consents,
  readRecords: createRecordsReader(deps),
  erasePerson: createErasePerson(deps, createDueDates(deps.config, deps.db)),
  retained: createRetainedData(deps),
});
