export { CommandError } from '@archaka/operators';
export { runAuditCommand } from './audit/audit-command.ts';
export { createAuditHandler } from './audit/audit-handler.ts';
export { type AuditLog, anonymousActor, createCommandAuditLog, toApplicant } from './audit/audit-log.ts';
export { createSessions, type TokenExchange } from './auth/sessions.ts';
export {
  type BaseConfig,
  baseConfig,
  ConfigurationError,
  editUntilVariable,
  jsonVariable,
  loadConfig,
  trustedProxiesVariable,
} from './config.ts';
export { type Consent, readConsent } from './consent/consent.ts';
export { createGetConsentsHandler } from './consent/get-consents.ts';
export type {
  EventPublisher,
  Listener,
  ServiceContext,
  ServiceDefinition,
  ServiceModule,
} from './context.ts';
export { PersonErased } from './data-keys/data-keys.ts';
export { masterKeyVariables } from './data-keys/open-kms.ts';
export { openPersonalData, type PersonalData } from './data-keys/open-personal-data.ts';
export {
  type PersonalSealing,
  type PersonalValue,
  type Place,
  personalValueFields,
} from './data-keys/personal-sealing.ts';
export { createMasterKeyRotation } from './data-keys/rotate-master-key.ts';
export { toBuffer } from './data-keys/to-buffer.ts';
export { createErasure, type ErasePerson } from './erasure/create-erasure.ts';
export { createErasureCheck } from './erasure/erasure-repository.ts';
export * from './errors.ts';
export { type EventHandler, handleEvent } from './events/handle-message.ts';
export { loadExamination } from './examination.ts';
export type { FileField } from './files/file-fields.ts';
export { type FileStorage, type StoredFile, storedFileFields } from './files/file-storage.ts';
export { createObjectSweeps } from './files/object-sweep.ts';
export { fileVariables } from './files/open-bucket.ts';
export {
  businessError,
  type CallHandler,
  type HandlerInput,
  handleCall,
  type LoadInput,
  ok,
  type RawBody,
} from './http/call-handler.ts';
export { toNetworkKey } from './http/client-network.ts';
export { type Guard, getCaller, getUser } from './http/guard.ts';
export { isNotModified } from './http/is-not-modified.ts';
export { parseJsonObject } from './http/parse-json-object.ts';
export { assertContentHeaders, readBody } from './http/read-body.ts';
export { SessionAdmission } from './http/session-admission.ts';
export { defineJob, type Job } from './jobs.ts';
export { type HeldKeys, toHeldKeys } from './keyring/instances.ts';
export { createSealingKeys, type KeyRing, keyRingVariable, toKeyPrefix } from './keyring/key-ring.ts';
export { createOldKeyPairRows } from './keyring/old-key-pairs.ts';
export type { OldRows } from './keyring/rewrite-rows.ts';
export { runRotation } from './keyring/run-rotation.ts';
export { createLog, type Log } from './log.ts';
export { type Counter, createCounter, registerGauges } from './metrics.ts';
export { createExportHandler, type ExportedRecords } from './my-data/export-handler.ts';
export { type ConsentRepository, createConsentRepository } from './persistence/consent-repository.ts';
export { type Database, type OpenDatabase, openDatabase } from './persistence/database.ts';
export { isDuplicateKey } from './persistence/database-errors.ts';
export { DUE_NOW, fromNow } from './persistence/due-time.ts';
export {
  createLeaseRepository,
  type LeaseRepository,
  type LeaseRequest,
} from './persistence/lease-repository.ts';
export { createRateLimiter, type RateLimiter } from './persistence/rate-limiter.ts';
export { runIndexes } from './persistence/run-indexes.ts';
export { type SealedRow, SealedRows, sealRows } from './persistence/sealed-rows.ts';
export { createTally, type Tally } from './persistence/tally.ts';
export { SubjectDeleted, Tombstones } from './persistence/tombstones.ts';
export { PRIMARY_ONLY } from './persistence/write-concern.ts';
export { mapDuplicateKey, retryOnConflict, WriteConflict } from './persistence/write-conflict.ts';
export { type Backlog, createBacklogIndex, readBacklog } from './queue/backlog.ts';
export type { Reschedule } from './queue/claim-processor.ts';
export {
  createQueueRepository,
  DEFAULT_QUEUE_FIELDS,
  type QueueFields,
  type QueueRepository,
  toDueInFields,
  toDueNowFields,
} from './queue/queue-repository.ts';
export { createWorkQueue, type WorkQueue } from './queue/work-queue.ts';
export { findExamineYear } from './retention/application-ids.ts';
export type { Cutoff } from './retention/cutoff.ts';
export { createDueDates, type FindDueDate } from './retention/due-dates.ts';
export { loadExaminations } from './retention/examinations.ts';
export {
  listOverdueApplications,
  type OverdueRow,
  type RetainedData,
  toOverduePage,
} from './retention/retained-data.ts';
export { loadRetentionRules, type RetentionFiles } from './retention/rules.ts';
export { retentionConfig, runRetention } from './retention/run-retention.ts';
export { createSweeper, type Sweeper } from './retention/sweeper.ts';
export { runCommand, runStoreCommand } from './run-command.ts';
export { runService } from './run-service.ts';
export { currentTrace } from './scope.ts';
export { openBox, sealBox } from './sealing/aes-box.ts';
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
