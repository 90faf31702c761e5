export {
  type Bucket,
  findOrInstallChromium,
  findOrInstallVersitygw,
  freePort,
  startBucket,
} from '@archaka/engines';
export type { Account, FakeAuth } from './auth/fake-auth.ts';
export { type Broker, openBroker } from './broker/broker.ts';
export { type Applicant, applicant } from './builders/applicant.ts';
export { applicationForm } from './builders/application-form.ts';
export { pdf, photo } from './builders/files.ts';
export { pixelsOf, portrait } from './builders/portrait.ts';
export { signUp } from './builders/sign-up.ts';
export { sliceDist } from './builders/slice-dist.ts';
export { eventually } from './eventually.ts';
export { type Keys, makeKeys, type ServiceName } from './keys.ts';
export { type BadLine, startBadLine } from './network/bad-line.ts';
export { type Balancer, startBalancer } from './network/balancer.ts';
export { startProxy, straightTo } from './network/proxy.ts';
export { type EndedUpload, uploadResumably } from './network/upload-resumably.ts';
export { percentile } from './percentile.ts';
export {
  type AnswerBody,
  type Answered,
  type ApplicantSession,
  type Entrance,
  enter,
  newcomer,
  pay,
  payAtProvider,
  submit,
  ticketOf,
  visit,
} from './portal/applicant-session.ts';
export { changeSource } from './portal/change-source.ts';
export { type CookieJar, cookieJar } from './portal/cookie-jar.ts';
export { type DevFront, startDevFront } from './portal/dev-front.ts';
export type { Portal, RunningParts } from './portal/launch-portal.ts';
export { type PortalAddresses, portalOfTheRun } from './portal/of-the-run.ts';
export { claimPortalPorts } from './portal/portal-ports.ts';
export { type Paid, type Provider, providerAt } from './portal/provider.ts';
export { startPortal } from './portal/start-portal.ts';
export type { PartialPortal } from './portal/start-services.ts';
export { buildShell } from './services/build-shell.ts';
export { runCommand, startCommand } from './services/command.ts';
export { type RunningProcess, startProcess } from './services/process.ts';
export { readMetric } from './services/read-metric.ts';
export { rotateSecret, startRotation } from './services/rotation.ts';
export { type RunningService, startService } from './services/service.ts';
export { startSimulator } from './services/simulator.ts';
export { openStage, partOf, type Stage } from './services/stage.ts';
export { variablesOfStores } from './stores/given.ts';
export { type IsolatedStores, isolated, isolatedDatabases } from './stores/isolated.ts';
export { type Members, startMembers } from './stores/members.ts';
export { startStores } from './stores/start.ts';
export type { Stores } from './stores/stores.ts';
export { scaledTimeout, timeoutFactor } from './timeouts.ts';
