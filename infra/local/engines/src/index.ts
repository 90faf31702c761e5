export { type Child, startChild } from './child.ts';
export { CHROMIUM_FLAGS, findOrInstallChromium } from './chromium.ts';
export {
  type Engine,
  EngineFailed,
  EngineMissing,
  MONGO_IMAGE,
  type ProgressReporter,
  RABBIT_IMAGE,
} from './engine.ts';
export { type Bucket, type Moto, startBucket, startMoto } from './http-servers.ts';
export {
  findOrInstallKubeconform,
  findOrInstallKustomize,
  findOrInstallMoto,
  findOrInstallNginx,
  findOrInstallPromtool,
  findOrInstallSchemathesis,
  findOrInstallVersitygw,
} from './install/programs.ts';
export { extractKubernetesSchemas } from './kubernetes-schemas.ts';
export { findOrInstallMongod } from './mongod/find.ts';
export { type ReplicaSet, startReplicaSet } from './mongod/replica-set.ts';
export { createMongoUrl, startMongod } from './mongod/start.ts';
export { freePort, freePorts, isFree } from './ports.ts';
export { findOrInstallRabbit, type RabbitServer } from './rabbit/find.ts';
export { createRabbitUrl, startRabbit } from './rabbit/start.ts';
