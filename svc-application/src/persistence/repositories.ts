import { ConsentRepository, type FileField } from '@archaka/privacy-kit';
import type { Database } from '@archaka/service-kit';
import { ApplicationChangeStream } from './application-change-stream.ts';
import { ApplicationRepository } from './application-repository.ts';
import { ClaimIndexer } from './claim-indexer.ts';
import { ClaimRepository } from './claim-repository.ts';
import { DocumentStore } from './document-store.ts';
import { DraftRepository } from './draft-repository.ts';
import { FirstHoldRepository } from './first-hold-repository.ts';
import type { Sealing } from './form-sealing.ts';
import { NoticeRepository } from './notice-repository.ts';
import { AadhaarLookupRepository, EditQuota, UploadQuota } from './quotas.ts';
import { UploadRepository } from './upload-repository.ts';
import { VersionRepository } from './version-repository.ts';

/** What a rotation of the index key needs. */
export function createFormRepositories(db: Database, sealing: Sealing) {
  const { connection } = db;
  const [claims, firstHolds] = [new ClaimRepository(connection), new FirstHoldRepository(connection)];
  const indexer = new ClaimIndexer(db, sealing.index, claims, firstHolds);
  return {
    indexer,
    claims,
    firstHolds,
    applications: new ApplicationRepository(connection, sealing, indexer),
    drafts: new DraftRepository(connection, sealing),
    versions: new VersionRepository(connection, sealing),
  };
}

/** What the sweep of the bucket must spare. */
export const fileFields: readonly FileField[] = [
  { collection: 'documents', field: 'sealed' },
  { collection: 'uploadpieces', field: 'sealed' },
];

export type Repositories = ReturnType<typeof createRepositories>;

export function createRepositories(db: Database, sealing: Sealing) {
  const { connection } = db;
  const { index, personal } = sealing;
  return {
    ...createFormRepositories(db, sealing),
    index,
    aadhaarLookups: new AadhaarLookupRepository(connection),
    changes: new ApplicationChangeStream(connection),
    consents: new ConsentRepository(connection),
    documents: new DocumentStore(connection, personal),
    notices: new NoticeRepository(connection),
    editQuota: new EditQuota(connection),
    uploadQuota: new UploadQuota(connection),
    uploads: new UploadRepository(connection, personal),
  };
}
