import type { Database } from '@archaka/service-kit';
import { createAadhaarIndexer } from './aadhaar-indexer.ts';
import { createAadhaarLookupRepository } from './aadhaar-lookup-repository.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import { createApplicationChangeStream } from './application-change-stream.ts';
import { createApplicationRepository } from './application-repository.ts';
import { createClaimRepository } from './claim-repository.ts';
import { createDocumentStore } from './document-store.ts';
import { createDraftRepository } from './draft-repository.ts';
import { createEditQuota } from './edit-quota.ts';
import { createFirstHoldRepository } from './first-hold-repository.ts';
import { createUploadQuota } from './upload-quota.ts';
import { createUploadRepository } from './upload-repository.ts';
import { createVersionRepository } from './version-repository.ts';

/** 60 files a user and day: interfaces.md, Limits. */
const FILES_PER_DAY = 60;

/** Everything the service keeps. */
export function createRepositories(db: Database, sealing: AadhaarSealing) {
  const { connection } = db;
  const [claims, firstHolds] = [createClaimRepository(connection), createFirstHoldRepository(connection)];
  const indexAadhaar = createAadhaarIndexer({ db, sealing, claims, firstHolds });
  return {
    sealing,
    indexAadhaar,
    applications: createApplicationRepository(connection, { sealing, indexAadhaar }),
    aadhaarLookups: createAadhaarLookupRepository(connection),
    changes: createApplicationChangeStream(connection),
    claims,
    documents: createDocumentStore(connection),
    drafts: createDraftRepository(connection, sealing),
    editQuota: createEditQuota(connection),
    firstHolds,
    uploadQuota: createUploadQuota(connection, FILES_PER_DAY),
    uploads: createUploadRepository(connection),
    versions: createVersionRepository(connection, sealing),
  };
}
export type Repositories = ReturnType<typeof createRepositories>;
