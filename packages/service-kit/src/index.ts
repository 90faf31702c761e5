export {
  type AuditEvent,
  AuditLog,
  anonymousActor,
  getAuditEntries,
  listAuditEntries,
  toApplicant,
} from './audit-log.ts';
export { type Guard, getCaller, getUser } from './auth/authenticator.ts';
export { createServiceSigner, toKeyOwner } from './auth/service-tokens.ts';
export { SessionAdmission, Sessions, type TokenExchange } from './auth/sessions.ts';
export { CommandError } from './command-line.ts';
export { extractServiceArgument, runCommand, runStoreCommand } from './commands/run-command.ts';
export {
  addressVariables,
  type BaseConfig,
  baseConfig,
  ConfigurationError,
  jsonVariable,
  loadConfig,
  type PrivateJwk,
  type PublicJwk,
  trustedProxiesVariable,
} from './config.ts';
export { loadExamination, readConfigurationFile } from './configuration-file.ts';
export type { ServiceContext, ServiceModule } from './context.ts';
export * from './errors.ts';
export { type EventHandler, handleEvent } from './events/handle-message.ts';
export type { EventPublisher } from './events/outbox.ts';
export { ExaminationRevisions } from './examination-revisions.ts';
export {
  businessError,
  type CallHandler,
  handleCall,
  type LoadInput,
  ok,
  type RawBody,
} from './http/call-handler.ts';
export { type AuthenticateStaff, isNotModified } from './http/call-routes.ts';
export { parseJsonObject } from './http/parse-json-object.ts';
export { assertContentHeaders, readBody } from './http/read-body.ts';
export { defineJob, type Job } from './jobs.ts';
export { createLog, type Log } from './log.ts';
export { type Counter, createCounter, registerGauges } from './metrics.ts';
export { type Database, type OpenDatabase, openDatabase, readDatabaseTime } from './persistence/database.ts';
export { isDatabaseUnavailable, isDuplicateKey } from './persistence/database-errors.ts';
export { toHeldKeys } from './persistence/instances.ts';
export { type SealedRow, SealedRows, sealRows } from './persistence/sealed-rows.ts';
export { SubjectDeleted, Tombstones } from './persistence/tombstones.ts';
export {
  DUE_NOW,
  fromNow,
  mapDuplicateKey,
  PRIMARY_ONLY,
  retryOnConflict,
  toPages,
  WriteConflict,
  writeUnlessDuplicate,
} from './persistence/writes.ts';
export { describeCommandError } from './process.ts';
export { type Backlog, createBacklogIndex, MAX_COUNT, readBacklog } from './queue/backlog.ts';
export type { Reschedule } from './queue/claim-processor.ts';
export {
  dueIn,
  dueNow,
  QueueRepository,
} from './queue/queue-repository.ts';
export { WorkQueue } from './queue/work-queue.ts';
export {
  createFailureLimiter,
  createMemoryLimiter,
  createRateLimiter,
  createTally,
  type RateLimiter,
  type Tally,
  toNetworkKey,
} from './rate-limiter.ts';
export { type OldRows, RowSealing, rewriteRows } from './rotation/rewrite-rows.ts';
export type { Rotation } from './rotation/rotate-keys.ts';
export { runRotation } from './rotation/run-rotation.ts';
export {
  createKeyPair,
  createOldKeyPairRows,
  type SealedKeyPair,
  unsealPrivateKey,
} from './rotation/signing-key.ts';
export { runService } from './run-service.ts';
export { currentTrace } from './scope.ts';
export {
  createSealing,
  createSealingKey,
  createSealingKeys,
  type KeyRing,
  keyRingVariable,
  openBox,
  type Sealed,
  type Sealing,
  sealBox,
  sealedFields,
  toBuffer,
  toKeyPrefix,
} from './sealing/sealing.ts';
export type { ServiceClient } from './service-client.ts';
export { continueTrace } from './tracing/span.ts';
export { type SignedInMember, toLogName, type User } from './user.ts';
