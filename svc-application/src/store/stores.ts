import type { Database } from '@archaka/service-kit';
import { makeApplicationChanges } from './application-changes.ts';
import { makeApplications } from './applications.ts';
import { makeAskedAadhaars } from './asked-aadhaars.ts';
import { makeClaims } from './claims.ts';
import { makeDocuments } from './documents.ts';
import { makeDrafts } from './drafts.ts';
import { makeEditQuota } from './edit-quota.ts';
import { makeFirstHolds } from './first-holds.ts';
import { makePresentIndex } from './present-index.ts';
import type { AadhaarSealing } from './sealing.ts';
import { makeUploadQuota } from './upload-quota.ts';
import { makeUploads } from './uploads.ts';
import { makeVersions } from './versions.ts';

/** 60 files a user and day: interfaces.md, Limits. */
const FILES_A_DAY = 60;

/** Everything the service keeps. */
export function makeStores(db: Database, sealing: AadhaarSealing) {
  const { connection } = db;
  const [claims, firstHolds] = [makeClaims(connection), makeFirstHolds(connection)];
  const presentIndex = makePresentIndex({ db, sealing, claims, firstHolds });
  return {
    sealing,
    presentIndex,
    applications: makeApplications(connection, { sealing, presentIndex }),
    askedAadhaars: makeAskedAadhaars(connection),
    changes: makeApplicationChanges(connection),
    claims,
    documents: makeDocuments(connection),
    drafts: makeDrafts(connection, sealing),
    editQuota: makeEditQuota(connection),
    firstHolds,
    uploadQuota: makeUploadQuota(connection, FILES_A_DAY),
    uploads: makeUploads(connection),
    versions: makeVersions(connection, sealing),
  };
}
export type Stores = ReturnType<typeof makeStores>;
