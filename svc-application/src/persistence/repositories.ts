import { type ConsentRepository, createConsentRepository, type Database } from '@archaka/service-kit';
import { type AadhaarLookupRepository, createAadhaarLookupRepository } from './aadhaar-lookup-repository.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import { type ApplicationChangeStream, createApplicationChangeStream } from './application-change-stream.ts';
import { type ApplicationRepository, createApplicationRepository } from './application-repository.ts';
import { type ClaimIndexer, createAadhaarIndexer, createMobileIndexer } from './claim-indexer.ts';
import { type ClaimRepository, createClaimRepository } from './claim-repository.ts';
import { createDocumentStore, type DocumentStore } from './document-store.ts';
import { createDraftRepository, type DraftRepository } from './draft-repository.ts';
import { createEditQuota, type EditQuota } from './edit-quota.ts';
import { createFirstHoldRepository, type FirstHoldRepository } from './first-hold-repository.ts';
import type { FormSealing } from './sealed-content.ts';
import { createUploadQuota, type UploadQuota } from './upload-quota.ts';
import { createUploadRepository, type UploadRepository } from './upload-repository.ts';
import { createVersionRepository, type VersionRepository } from './version-repository.ts';

/** Per user: interfaces.md, Limits. */
const FILES_PER_DAY = 60;

export interface Repositories {
  readonly sealing: AadhaarSealing;
  readonly indexAadhaar: ClaimIndexer;
  readonly indexMobile: ClaimIndexer;
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

type ClaimingRepositories = Pick<
  Repositories,
  'applications' | 'claims' | 'firstHolds' | 'indexAadhaar' | 'indexMobile'
>;

export function createClaimingRepositories(db: Database, sealing: FormSealing): ClaimingRepositories {
  const { connection } = db;
  const [claims, firstHolds] = [createClaimRepository(connection), createFirstHoldRepository(connection)];
  const indexAadhaar = createAadhaarIndexer({ db, sealing: sealing.aadhaar, claims, firstHolds });
  const indexMobile = createMobileIndexer({ db, sealing: sealing.aadhaar, claims });
  return {
    applications: createApplicationRepository(connection, { sealing, indexAadhaar, indexMobile }),
    claims,
    firstHolds,
    indexAadhaar,
    indexMobile,
  };
}

export function createRepositories(db: Database, sealing: FormSealing): Repositories {
  const { connection } = db;
  const { aadhaar, personal } = sealing;
  return {
    ...createClaimingRepositories(db, sealing),
    sealing: aadhaar,
    aadhaarLookups: createAadhaarLookupRepository(connection),
    changes: createApplicationChangeStream(connection),
    consents: createConsentRepository(connection),
    documents: createDocumentStore(connection, personal),
    drafts: createDraftRepository(connection, sealing),
    editQuota: createEditQuota(connection),
    uploadQuota: createUploadQuota(connection, FILES_PER_DAY),
    uploads: createUploadRepository(connection, personal),
    versions: createVersionRepository(connection, sealing),
  };
}
