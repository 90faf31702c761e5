import { exportApplicationData } from '@archaka/contracts';
import { type CallHandler, createExportHandler, type ExportedRecords } from '@archaka/service-kit';
import { toApplicationRecord, toContentRecord } from '../../domain/application-record.ts';
import { toRupees } from '../../domain/payments.ts';
import type { Dependencies } from '../dependencies.ts';

type ExportDependencies = Pick<Dependencies, 'db' | 'audit' | 'repositories' | 'examination'>;

async function listApplications(
  { repositories, examination }: ExportDependencies,
  { userId, now }: { userId: string; now: Date },
): Promise<unknown[]> {
  const context = { amount: toRupees(examination), now };
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
  (deps: ExportDependencies) =>
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
          applications: await listApplications(deps, { userId, now }),
        },
        files: files.map(({ documentId: id, filetype }) => ({ id, filetype })),
      };
    });

export const createExportDataHandler = (deps: ExportDependencies): CallHandler =>
  createExportHandler(exportApplicationData, { audit: deps.audit, readRecords: createRecordsReader(deps) });
