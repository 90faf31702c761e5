export {
  type BaseConfig,
  baseConfig,
  ConfigurationError,
  loadConfig,
} from './config.ts';
export type { Built, Context, Events, Listener } from './context.ts';
export { on, type Taken } from './events/taken.ts';
export { loadExamination } from './examination.ts';
export { toNetworkKey } from './http/client-network.ts';
export { type Guard, userOf } from './http/guard.ts';
export { type Asked, ok, type RawBody, refuse, type Served, type ServeOptions, serve } from './http/serve.ts';
export { every, type Job } from './jobs.ts';
export { type HeldKeys, heldKeys } from './keyring/instances.ts';
export { type KeyRing, keyRing, sealingKeysFrom } from './keyring/key-ring.ts';
export { oldKeyPairs } from './keyring/old-key-pairs.ts';
export type { OldRows } from './keyring/rewrite-rows.ts';
export { makeSecret, runRotation } from './keyring/run-rotation.ts';
export { type Counter, counter, gauges } from './metrics.ts';
export { type Backlog, backlogIndex, readBacklog } from './queue/backlog.ts';
export type { Again } from './queue/process-claimed.ts';
export { AT_ONCE, dueAtOnce, type QueueFields, type QueueRows, queueRows } from './queue/queue-rows.ts';
export { type WorkQueue, workQueue } from './queue/work-queue.ts';
export { runCommand } from './run-command.ts';
export { runService, type ServiceDefinition } from './run-service.ts';
export {
  makeSealing,
  type Sealed,
  type SealedPlace,
  type Sealing,
  type SealingKey,
  sealedFields,
  sealingKeyFrom,
} from './sealing/sealing.ts';
export { makeKeyPair, privateKeyOf, type SealedKeyPair } from './sealing/signing-key.ts';
export * from './server.ts';
export type { CallOptions, ServiceClient } from './services.ts';
export { type Database, type OpenDatabase, openDatabase } from './store/database.ts';
export { isDuplicateKey } from './store/duplicate-key.ts';
export { type LeaseRequest, type Leases, leasesOn } from './store/lease.ts';
export { type Limit, limitOn } from './store/limit.ts';
export { type Tally, tallyOn } from './store/tally.ts';
export { inTrace } from './tracing/in-trace.ts';
export { logNameOf, type User } from './user.ts';
