export {
  EngineMissing,
  findOrInstallChromium,
  findOrInstallMoto,
  findOrInstallNginx,
  freePort,
  type Moto,
  startMoto,
} from '@archaka/engines';
export type { Db } from 'mongodb';
export type { Account, FakeAuth } from './auth/fake-auth.ts';
export { startFakeAuth } from './auth/fake-auth.ts';
export { dumpStore, readFilesBelow } from './backing-services/dump-store.ts';
export type { BackingServices } from './backing-services/external.ts';
export { toBackingServiceVariables } from './backing-services/external.ts';
export { countExamined, findCollectionScans } from './backing-services/find-collection-scans.ts';
export {
  type IsolatedBackingServices,
  isolateBackingServices,
  isolateDatabases,
} from './backing-services/isolate.ts';
export { startBackingServices } from './backing-services/start-backing-services.ts';
export {
  createLockedBucket,
  type LockedBucket,
  startTestBucket,
  type TestBucket,
} from './backing-services/test-bucket.ts';
export { startTestReplicaSet, type TestReplicaSet } from './backing-services/test-replica-set.ts';
export { createEventReader, openTestBroker, type TestBroker } from './broker/test-broker.ts';
export { type Applicant, buildApplicant, buildSignUp } from './builders/applicant.ts';
export { buildApplicationForm } from './builders/application-form.ts';
export { EXAM_FILE, writeExamination } from './builders/examination.ts';
export { buildPdf, buildPhoto } from './builders/files.ts';
export { readPlaces } from './builders/places.ts';
export { buildPortrait, readPixels } from './builders/portrait.ts';
export { writeSliceDist } from './builders/slice-dist.ts';
export { COMPONENTS, SERVICES, type ServiceName } from './component-names.ts';
export { type CallPair, ConcurrentCalls, type Send } from './concurrency/concurrent-calls.ts';
export { openVeraPdf } from './documents/verapdf.ts';
export { eventually } from './eventually.ts';
export { createKeys, type Keys } from './keys.ts';
export {
  type Balancer,
  createReadinessProbe,
  type ReadinessProbe,
  startBalancer,
} from './network/balancer.ts';
export { CommandGate, type HeldCommand, type WriteCommand } from './network/command-gate.ts';
export { type FaultyConnection, startFaultyConnection } from './network/faulty-connection.ts';
export { startProxy, type TcpProxy, toDirectUrl } from './network/proxy.ts';
export { type UploadResult, uploadResumably } from './network/upload-resumably.ts';
export { percentile } from './percentile.ts';
export {
  type ApplicantSession,
  completePayment,
  createApplicantSession,
  createVisitorSession,
  type DashboardResponse,
  type DashboardResponseBody,
  type PortalEntryPoint,
  payAtProvider,
  registerApplicant,
  submitNewApplication,
  waitForTicket,
} from './portal/applicant-session.ts';
export { type CookieJar, createCookieJar } from './portal/cookie-jar.ts';
export { changeSource, type DevProxy, startDevProxy } from './portal/dev-proxy.ts';
export type { Portal, RunningComponents } from './portal/launch-portal.ts';
export { getSharedPortal, type PortalAddresses } from './portal/launch-portal.ts';
export {
  createProviderClient,
  type ProviderClient,
  type SimulatedPayment,
} from './portal/provider-client.ts';
export { startPortal } from './portal/start-portal.ts';
export type { PartialPortal } from './portal/start-services.ts';
export { createOperatorToken, runCommand, startCommand } from './services/command.ts';
export { buildShell } from './services/component-folder.ts';
export { createEdgeAddress, type EdgeAddress, type RunningEdge, startEdge } from './services/edge.ts';
export { createTestEnvironment, type TestEnvironment, toComponentName } from './services/environment.ts';
export { claimPortalPorts } from './services/ports.ts';
export { type RunningProcess, startProcess } from './services/process.ts';
export { readMetric } from './services/read-metric.ts';
export { rotateSecret, startRotation } from './services/rotation.ts';
export { type RunningService, startService } from './services/service.ts';
export { startSimulator } from './services/simulator.ts';
export { createVariables } from './services/variables.ts';
export { scaledTimeout, timeoutFactor } from './timeouts.ts';
