import type { Connection } from 'mongoose';
import { makeApplicationChanges } from './application-changes.ts';
import { makeApplications } from './applications.ts';
import { makeAskedAadhaars } from './asked-aadhaars.ts';
import { makeClaims } from './claims.ts';
import { makeDocuments } from './documents.ts';
import { makeDrafts } from './drafts.ts';
import { makeEditQuota } from './edit-quota.ts';
import { makeFirstHolds } from './first-holds.ts';
import type { AadhaarSealing } from './sealing.ts';
import { makeUploadQuota } from './upload-quota.ts';
import { makeUploads } from './uploads.ts';
import { makeVersions } from './versions.ts';

/** 60 files a user and day: interfaces.md, Limits. */
const FILES_A_DAY = 60;

/** Everything the service keeps. */
export const makeStores = (connection: Connection, sealing: AadhaarSealing) => ({
  sealing,
  applications: makeApplications(connection, sealing),
  askedAadhaars: makeAskedAadhaars(connection),
  changes: makeApplicationChanges(connection),
  claims: makeClaims(connection),
  documents: makeDocuments(connection),
  drafts: makeDrafts(connection, sealing),
  editQuota: makeEditQuota(connection),
  firstHolds: makeFirstHolds(connection),
  uploadQuota: makeUploadQuota(connection, FILES_A_DAY),
  uploads: makeUploads(connection),
  versions: makeVersions(connection, sealing),
});
export type Stores = ReturnType<typeof makeStores>;
