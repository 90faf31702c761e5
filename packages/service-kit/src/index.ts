export { runAuditCommand } from './audit/audit-command.ts';
export { AuditLog, anonymousActor, toApplicant } from './audit-log.ts';
export { Sessions, type TokenExchange } from './auth/sessions.ts';
export { CommandError } from './command-line.ts';
export { runCommand, runStoreCommand } from './commands/run-command.ts';
export { runIndexes } from './commands/run-indexes.ts';
export {
  type BaseConfig,
  baseConfig,
  ConfigurationError,
  editUntilVariable,
  jsonVariable,
  loadConfig,
  trustedProxiesVariable,
} from './config.ts';
export { loadExamination } from './configuration-file.ts';
export {
  type Consent,
  ConsentRepository,
  readConsent,
} from './consent/consent.ts';
export type { ServiceContext, ServiceModule } from './context.ts';
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
export * from './errors.ts';
export type { EventPublisher } from './events/event-publisher.ts';
export { type EventHandler, handleEvent } from './events/handle-message.ts';
export {
  businessError,
  type CallHandler,
  handleCall,
  type LoadInput,
  ok,
  type RawBody,
} from './http/call-handler.ts';
export { isNotModified } from './http/call-routes.ts';
export { type Guard, getCaller, getUser } from './http/guard.ts';
export { parseJsonObject } from './http/parse-json-object.ts';
export { assertContentHeaders, readBody } from './http/read-body.ts';
export { SessionAdmission } from './http/session-admission.ts';
export { defineJob, type Job } from './jobs.ts';
export { toHeldKeys } from './keyring/instances.ts';
export {
  createSealingKeys,
  type KeyRing,
  keyRingVariable,
  toKeyPrefix,
} from './keyring/key-ring.ts';
export type { OldRows } from './keyring/rewrite-rows.ts';
export { runRotation } from './keyring/run-rotation.ts';
export {
  createSealing,
  createSealingKey,
  openBox,
  type Sealed,
  type Sealing,
  type SealingKey,
  sealBox,
  sealedFields,
  toBuffer,
} from './keyring/sealing.ts';
export {
  createKeyPair,
  createOldKeyPairRows,
  type SealedKeyPair,
  unsealPrivateKey,
} from './keyring/signing-key.ts';
export { createLog, type Log } from './log.ts';
export { createCounter, registerGauges } from './metrics.ts';
export {
  type ExportedRecords,
  type PersonalDataDeclaration,
  servePersonalData,
} from './my-data/serve-personal-data.ts';
export { type Database, type OpenDatabase, openDatabase } from './persistence/database.ts';
export { isDuplicateKey } from './persistence/database-errors.ts';
export { type SealedRow, SealedRows, sealRows } from './persistence/sealed-rows.ts';
export { SubjectDeleted, Tombstones } from './persistence/tombstones.ts';
export {
  DUE_NOW,
  fromNow,
  mapDuplicateKey,
  PRIMARY_ONLY,
  retryOnConflict,
  WriteConflict,
} from './persistence/writes.ts';
export { type Backlog, createBacklogIndex, readBacklog } from './queue/backlog.ts';
export type { Reschedule } from './queue/claim-processor.ts';
export {
  dueIn,
  dueNow,
  QueueRepository,
} from './queue/queue-repository.ts';
export { createWorkQueue, type WorkQueue } from './queue/work-queue.ts';
export {
  createRateLimiter,
  createTally,
  type RateLimiter,
  type Tally,
  toNetworkKey,
} from './rate-limiter.ts';
export {
  findExamineYear,
  listOverdueApplications,
  type OverdueRow,
  type RetainedData,
  toOverduePage,
} from './retention/retained-data.ts';
export {
  type Cutoff,
  createDueDates,
  type FindDueDate,
  loadExaminations,
  loadRetentionRules,
  type RetentionFiles,
} from './retention/rules.ts';
export { retentionConfig, runRetention } from './retention/run-retention.ts';
export { Sweeper } from './retention/sweeper.ts';
export { runService } from './run-service.ts';
export { currentTrace } from './scope.ts';
export type { ServiceClient } from './service-client.ts';
export { continueTrace } from './tracing/span.ts';
export { toLogName, type User } from './user.ts';
