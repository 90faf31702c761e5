import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, services } from '@archaka/contracts';
import { type Db, MongoClient } from 'mongodb';
import { type Account, type FakeAuth, startFakeAuth } from '../auth/fake-auth.ts';
import { isolateBackingServices } from '../backing-services/isolate.ts';
import { writeExamination } from '../builders/examination.ts';
import { createClock, type ProcessClock } from '../clock/clock.ts';
import { createKeys, type Keys, type ServiceName } from '../keys.ts';
import { claimPorts } from './ports.ts';
import type { RunningProcess } from './process.ts';

/** The fake first: it runs in every environment, and so reserves the port range. */
const COMPONENTS = ['fakeAuth', ...services, 'handler', 'razorpay', 'shell'] as const;
type Component = (typeof COMPONENTS)[number];

/** `svc-auth` is the component `auth`. */
export const toComponentName = (name: ServiceName): Service | 'shell' =>
  name.replace('svc-', '') as Service | 'shell';

/** Shared by the components of one suite: separate stores, addresses, keys, and a fake svc-auth. */
export interface TestEnvironment {
  mongoUrl: string;
  /** With the administrator of the suite's own vhost. */
  amqpUrl: string;
  /** With the user of a service there. */
  getAmqpUrl: (name: ServiceName) => string;
  /** Declares the retry queues of a service too, which `startService` does. */
  declareQueues: (name: ServiceName) => Promise<void>;
  /** Address of each component after its start, e.g. `http://127.0.0.1:40123`. */
  urls: Record<Component, string>;
  keys: Keys;
  /** The calendar of all started components, and of the tokens created here. */
  clock: ProcessClock;
  /** Secrets, which stay the same for a restarted service. */
  secrets: Secrets;
  /** Whether svc-auth itself runs, or its fake. */
  usesRealAuth: boolean;
  /** Address of svc-auth or of its fake. */
  authUrl: string;
  /** Creates accounts only while svc-auth itself does not run. */
  auth: FakeAuth;
  /** The request header of a signed-in applicant, as the gateway sends it to a service. */
  authorizeUser: (account: Account, audience: ServiceName) => Promise<{ authorization: string }>;
  /** The request header of another service that makes this call. */
  authorizeService: (
    caller: ServiceName,
    callee: ServiceName,
    call: string,
  ) => Promise<{ authorization: string }>;
  /** The request headers of the gateway, whose `x-forwarded-for` a service believes. */
  forward: (audience: ServiceName, address?: string) => Promise<Record<string, string>>;
  /** Opens the database of a service, until `close`. */
  openDatabase: (service: Service) => Promise<Db>;
  /** An examination file with these facts in place of those of 2024, until `close`. Returns its path. */
  writeExamination: (facts: object) => Promise<string>;
  /** Registers a resource that `close` stops. */
  register: <Running extends Pick<RunningProcess, 'stop'>>(running: Running) => Running;
  /** Stops everything and drops its databases and queues. */
  close: () => Promise<void>;
}

/** Creates a separate environment for a suite, on the run's stores. */
export async function createTestEnvironment({
  realAuth: usesRealAuth = false,
} = {}): Promise<TestEnvironment> {
  const clock = createClock();
  const [backingServices, keys, { holder: auth, ports }] = await Promise.all([
    isolateBackingServices(),
    createKeys(clock.now),
    claimPorts(COMPONENTS.length, (port) => startFakeAuth(port, clock.now)),
  ]);
  const urls = Object.fromEntries(
    COMPONENTS.map((component, index) => [component, `http://127.0.0.1:${ports[index]}`]),
  ) as Record<Component, string>;
  const running: Pick<RunningProcess, 'stop'>[] = [];
  const register = <Running extends Pick<RunningProcess, 'stop'>>(resource: Running): Running => {
    running.push(resource);
    return resource;
  };

  return {
    mongoUrl: backingServices.mongoUrl,
    amqpUrl: backingServices.amqpUrl,
    getAmqpUrl: backingServices.getAmqpUrl,
    declareQueues: backingServices.declareQueues,
    urls,
    keys,
    clock,
    secrets: createSecrets(),
    usesRealAuth,
    authUrl: usesRealAuth ? urls.auth : urls.fakeAuth,
    auth,
    authorizeUser: async (account, audience) => ({
      authorization: `Bearer ${await auth.issueToken(account, audience)}`,
    }),
    authorizeService: async (caller, callee, call) => ({
      authorization: `Bearer ${await keys.createServiceToken(caller, callee, call)}`,
    }),
    forward: async (audience, address) => ({
      'x-gateway-token': await keys.createServiceToken('shell', audience, 'forwarding'),
      ...(address && { 'x-forwarded-for': address }),
    }),
    openDatabase: async (service) => {
      const url = new URL(backingServices.mongoUrl);
      const client = await new MongoClient(url.href).connect();
      register({ stop: () => client.close() });
      return client.db(`${url.pathname.slice(1)}_${service}`);
    },
    writeExamination: async (facts) => {
      const folder = await mkdtemp(join(tmpdir(), 'examination-'));
      register({ stop: () => rm(folder, { recursive: true }) });
      return writeExamination(folder, facts);
    },
    register,
    close: async () => {
      const outcomes = await Promise.allSettled(running.map((resource) => resource.stop()));
      await auth.close();
      await backingServices.drop();
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
    },
  };
}

export const toPort = (url: string): string => new URL(url).port;

const randomSecret = (bytes = 32) => randomBytes(bytes).toString('base64');

/** New values of every secret of the portal, by variable. */
const createSecrets = () => ({
  OTP_PEPPER: randomSecret(),
  SESSION_KEYS_SECRET: randomSecret(),
  DEVICE_KEY_SECRET: randomSecret(),
  TICKET_KEYS_SECRET: randomSecret(),
  DESK_KEYS_SECRET: randomSecret(),
  DESK_INDEX_KEY: randomSecret(),
  LOCAL_STAFF_SECRET: randomSecret(),
  AADHAAR_INDEX_KEY: randomSecret(),
  ACCOUNT_INDEX_KEY: randomSecret(),
  MASTER_KEYS: randomSecret(),
  EVENT_DATA_KEYS: randomSecret(),
  RAZORPAY_KEY_ID: 'rzp_test_suite',
  RAZORPAY_KEY_SECRET: randomSecret(18),
  RAZORPAY_WEBHOOK_SECRET: randomSecret(18),
});

type Secrets = ReturnType<typeof createSecrets>;
