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
export { startFakeAuth } from './auth/fake-auth.ts';
export { toBackingServiceVariables } from './backing-services/external.ts';
export {
  countExamined,
  dumpStore,
  findCollectionScans,
  readFilesBelow,
} from './backing-services/inspect-store.ts';
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
export { EXAM_FILE, scrutinyRules, writeExamination } from './builders/examination.ts';
export {
  buildPdf,
  buildPhoto,
  buildPortrait,
  readPixels,
  writePdf,
  writeSliceDist,
} from './builders/files.ts';
export {
  type Applicant,
  buildApplicant,
  buildApplicationForm,
  buildFormPaper,
  buildSignUp,
  readPlaces,
} from './builders/people.ts';
export { REAL_TIMERS } from './clock/clock.ts';
export { type CallPair, ConcurrentCalls, type Send } from './concurrency/concurrent-calls.ts';
export { openVeraPdf } from './documents/verapdf.ts';
export { eventually } from './eventually.ts';
export { COMPONENTS, createKeys, SERVICES, type ServiceName } from './keys.ts';
export {
  createReadinessProbe,
  startBalancer,
} from './network/balancer.ts';
export { CommandGate } from './network/command-gate.ts';
export {
  startFaultyConnection,
  startProxy,
  type TcpProxy,
  toDirectUrl,
} from './network/proxy.ts';
export { type UploadResult, uploadResumably } from './network/upload-resumably.ts';
export { percentile } from './percentile.ts';
export {
  type ApplicantSession,
  completePayment,
  createApplicantSession,
  createCookieJar,
  createVisitorSession,
  type DashboardResponse,
  type DashboardResponseBody,
  payAtProvider,
  registerApplicant,
  submitNewApplication,
  waitForTicket,
} from './portal/applicant-session.ts';
export { changeSource, type DevProxy, startDevProxy } from './portal/dev-proxy.ts';
export {
  getSharedPortal,
  type Portal,
  type PortalAddresses,
  startPortal,
} from './portal/launch-portal.ts';
export {
  createProviderClient,
  type ProviderClient,
  type SimulatedPayment,
} from './portal/provider-client.ts';
export { type StaffSession, signInLocalStaff, signInLocalTeam } from './portal/staff-session.ts';
export type { PartialPortal } from './portal/start-services.ts';
export {
  createOperatorToken,
  rotateSecret,
  runCommand,
  startCommand,
  startRotation,
} from './services/command.ts';
export { buildShell } from './services/component-folder.ts';
export { createEdgeAddress, type EdgeAddress, startEdge } from './services/edge.ts';
export { createTestEnvironment, type TestEnvironment, toComponentName } from './services/environment.ts';
export { claimPortalPorts } from './services/ports.ts';
export { type RunningProcess, readMetric, startProcess } from './services/process.ts';
export { type RunningService, startService, startSimulator } from './services/service.ts';
export { createVariables } from './services/variables.ts';
export { scaledTimeout, timeoutFactor } from './timeouts.ts';
