import { type ConsentRepository, createConsentRepository, type Database } from '@archaka/service-kit';
import { type AadhaarIndexer, createAadhaarIndexer } from './aadhaar-indexer.ts';
import { type AadhaarLookupRepository, createAadhaarLookupRepository } from './aadhaar-lookup-repository.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import { type ApplicationChangeStream, createApplicationChangeStream } from './application-change-stream.ts';
import { type ApplicationRepository, createApplicationRepository } from './application-repository.ts';
import { type ClaimRepository, createClaimRepository } from './claim-repository.ts';
import { createDocumentStore, type DocumentStore } from './document-store.ts';
import { createDraftRepository, type DraftRepository } from './draft-repository.ts';
import { createEditQuota, type EditQuota } from './edit-quota.ts';
import { createFirstHoldRepository, type FirstHoldRepository } from './first-hold-repository.ts';
import { createUploadQuota, type UploadQuota } from './upload-quota.ts';
import { createUploadRepository, type UploadRepository } from './upload-repository.ts';
import { createVersionRepository, type VersionRepository } from './version-repository.ts';

/** Per user: interfaces.md, Limits. */
const FILES_PER_DAY = 60;

export interface Repositories {
  readonly sealing: AadhaarSealing;
  readonly indexAadhaar: AadhaarIndexer;
  readonly applications: ApplicationRepository;
  readonly aadhaarLookups: AadhaarLookupRepository;
  readonly changes: ApplicationChangeStream;
  readonly claims: ClaimRepository;
  readonly consents: ConsentRepository;
  readonly documents: DocumentStore;
  readonly drafts: DraftRepository;
  readonly editQuota: EditQuota;
  readonly firstHolds: FirstHoldRepository;
  readonly uploadQuota: UploadQuota;
  readonly uploads: UploadRepository;
  readonly versions: VersionRepository;
}

export function createRepositories(db: Database, sealing: AadhaarSealing): Repositories {
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
    consents: createConsentRepository(connection),
    documents: createDocumentStore(connection),
    drafts: createDraftRepository(connection, sealing),
    editQuota: createEditQuota(connection),
    firstHolds,
    uploadQuota: createUploadQuota(connection, FILES_PER_DAY),
    uploads: createUploadRepository(connection),
    versions: createVersionRepository(connection, sealing),
  };
}
