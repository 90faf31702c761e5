export { type Child, startChild } from './child.ts';
export { findOrInstallChromium } from './chromium/find.ts';
export { CHROMIUM_FLAGS } from './chromium/flags.ts';
export {
  type Engine,
  EngineFailed,
  type EngineLog,
  EngineMissing,
  type EngineOptions,
  type ProgressReporter,
  type SearchOptions,
} from './engine.ts';
export { MONGO_IMAGE, RABBIT_IMAGE } from './images.ts';
export { findOrInstallKubeconform, findOrInstallKustomize } from './kubernetes/find.ts';
export { findOrInstallPromtool } from './kubernetes/promtool.ts';
export { extractKubernetesSchemas } from './kubernetes/schemas.ts';
export { type Machine, onMachine } from './machine.ts';
export { findOrInstallMongod } from './mongod/find.ts';
export { initiateReplicaSet } from './mongod/initiate-replica-set.ts';
export type { Member } from './mongod/member.ts';
export { startMongod } from './mongod/start.ts';
export { type ReplicaSet, startReplicaSet } from './mongod/start-replica-set.ts';
export { findOrInstallMoto } from './moto/find.ts';
export { type Moto, startMoto } from './moto/start.ts';
export { findOrInstallNginx } from './nginx/find.ts';
export { freePort, freePorts, isFree } from './ports.ts';
export type { Definitions } from './rabbit/definitions.ts';
export { findOrInstallRabbit, type RabbitServer } from './rabbit/find.ts';
export { answersHandshake } from './rabbit/handshake.ts';
export { startRabbit } from './rabbit/start.ts';
export { findOrInstallSchemathesis } from './schemathesis/find.ts';
export { findOrInstallVersitygw } from './versitygw/find.ts';
export { type Bucket, startBucket } from './versitygw/start.ts';
