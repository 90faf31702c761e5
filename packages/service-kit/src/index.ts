export { runAuditCommand } from './audit/audit-command.ts';
export {
  type AuditLog,
  anonymousActor,
  createAuditHandler,
  createCommandAuditLog,
  toApplicant,
} from './audit/audit-log.ts';
export { createSessions, type TokenExchange } from './auth/sessions.ts';
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
  type ConsentRepository,
  createConsentRepository,
  createGetConsentsHandler,
  readConsent,
} from './consent/consent.ts';
export type {
  Listener,
  ServiceContext,
  ServiceDefinition,
  ServiceModule,
} from './context.ts';
export { createMasterKeyRotation } from './data-keys/master-key.ts';
export { masterKeyVariables } from './data-keys/open-kms.ts';
export { openPersonalData, type PersonalData } from './data-keys/open-personal-data.ts';
export {
  type PersonalSealing,
  type PersonalValue,
  type Place,
  personalValueFields,
} from './data-keys/personal-sealing.ts';
export { createErasure, createErasureCheck, type ErasePerson } from './erasure/erasure.ts';
export * from './errors.ts';
export type { EventPublisher } from './events/event-publisher.ts';
export { type EventHandler, handleEvent } from './events/handle-message.ts';
export { type FileStorage, fileVariables, type StoredFile, storedFileFields } from './files/file-storage.ts';
export { createObjectSweeps, type FileField } from './files/object-sweep.ts';
export {
  businessError,
  type CallHandler,
  type HandlerInput,
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
export { type HeldKeys, toHeldKeys } from './keyring/instances.ts';
export {
  createSealingKeys,
  type KeyRing,
  keyRingVariable,
  toKeyPrefix,
} from './keyring/key-ring.ts';
export { createOldKeyPairRows } from './keyring/old-key-pairs.ts';
export type { OldRows } from './keyring/rewrite-rows.ts';
export { runRotation } from './keyring/run-rotation.ts';
export { createLog, type Log } from './log.ts';
export { type Counter, createCounter, registerGauges } from './metrics.ts';
export { createExportHandler, type ExportedRecords } from './my-data/export-handler.ts';
export { type Database, type OpenDatabase, openDatabase } from './persistence/database.ts';
export { isDuplicateKey } from './persistence/database-errors.ts';
export {
  createLeaseRepository,
  type LeaseRepository,
  type LeaseRequest,
} from './persistence/lease-repository.ts';
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
export { type Cutoff, createDueDates, type FindDueDate } from './retention/cutoff.ts';
export {
  findExamineYear,
  listOverdueApplications,
  type OverdueRow,
  type RetainedData,
  toOverduePage,
} from './retention/retained-data.ts';
export { loadExaminations, loadRetentionRules, type RetentionFiles } from './retention/rules.ts';
export { retentionConfig, runRetention } from './retention/run-retention.ts';
export { createSweeper, type Sweeper } from './retention/sweeper.ts';
export { runService } from './run-service.ts';
export { currentTrace } from './scope.ts';
export { openBox, sealBox, toBuffer } from './sealing/aes-box.ts';
export {
  createSealing,
  createSealingKey,
  type Sealed,
  type Sealing,
  type SealingContext,
  type SealingKey,
  sealedFields,
} from './sealing/sealing.ts';
export { createKeyPair, type SealedKeyPair, unsealPrivateKey } from './sealing/signing-key.ts';
export type { CallOptions, ServiceClient } from './service-client.ts';
export { continueTrace } from './tracing/span.ts';
export { toLogName, type User } from './user.ts';
