export {
  type Consent,
  ConsentRepository,
  readConsent,
} from './consent/consent.ts';
export {
  type FileStorage,
  fileVariables,
  type StoredFile,
  storedFileFields,
} from './data-keys/file-storage.ts';
export { masterKeyVariables } from './data-keys/kms.ts';
export { createMasterKeyRotation } from './data-keys/master-key.ts';
export { createObjectSweeps, type FileField } from './data-keys/object-sweep.ts';
export { openPersonalData, type PersonalData } from './data-keys/open-personal-data.ts';
export {
  type PersonalSealing,
  type PersonalValue,
  type Place,
  personalValueFields,
} from './data-keys/personal-sealing.ts';
export { createErasureCheck, type ErasePerson } from './erasure/erasure.ts';
export {
  type ExportedRecords,
  type PersonalDataDeclaration,
  servePersonalData,
} from './my-data/serve-personal-data.ts';
export {
  type Cutoff,
  createDueDates,
  type FindDueDate,
  findExamineYear,
  listOverdueApplications,
  loadExaminations,
  loadRetentionRules,
  type OverdueRow,
  type RetainedData,
  type RetentionFiles,
  toOverduePage,
} from './retention/rules.ts';
export { retentionConfig, runRetention } from './sweep/run-retention.ts';
export { Sweeper } from './sweep/sweeper.ts';
