import { type Service, services } from '@archaka/contracts';
import { type Account, type FakeAuth, startFakeAuth } from '../auth/fake-auth.ts';
import { makeClock, type StageClock } from '../clock/clock.ts';
import { type Keys, makeKeys, type ServiceName } from '../keys.ts';
import { isolated } from '../stores/isolated.ts';
import { claimPorts } from './ports.ts';
import type { RunningProcess } from './process.ts';
import { makeSecrets, type Secrets } from './secrets.ts';

/** The fake first: it is there on every stage, and so holds the ports of all. */
const PARTS = ['fakeAuth', ...services, 'handler', 'razorpay', 'shell'] as const;
type Part = (typeof PARTS)[number];

/** `svc-auth` is the part `auth`. */
export const partOf = (name: ServiceName): Service | 'shell' => name.replace('svc-', '') as Service | 'shell';

/** What the parts under one suite share: stores of their own, addresses, keys, and an auth that takes the tests' word. */
export interface Stage {
  mongoUrl: string;
  /** As the administrator of the suite's own vhost. */
  amqpUrl: string;
  /** As the user of a service there. */
  amqpUrlOf: (name: ServiceName) => string;
  /** Where each part listens once it is started, e.g. `http://127.0.0.1:40123`. */
  urls: Record<Part, string>;
  keys: Keys;
  /** The calendar of all that is started on it, and of the tokens made here. */
  clock: StageClock;
  /** Passwords and the like, the same for a service that is started again. */
  secrets: Secrets;
  /** Whether svc-auth itself is on the stage, or the fake in its place. */
  realAuth: boolean;
  /** Where the one or the other answers. */
  authUrl: string;
  /** Only to be asked for accounts while svc-auth itself is not on the stage. */
  auth: FakeAuth;
  /** The request header of a signed-in applicant, as the gateway sends it to a service. */
  signedIn: (account: Account, audience: ServiceName) => Promise<{ authorization: string }>;
  /** The request header of another service that makes this call. */
  asService: (caller: ServiceName, callee: ServiceName, call: string) => Promise<{ authorization: string }>;
  /** Has `close` stop this too. */
  add: <Running extends Pick<RunningProcess, 'stop'>>(running: Running) => Running;
  /** Stops everything on it and drops its databases and queues. */
  close: () => Promise<void>;
}

/** Opens a stage of its own for a suite, on the run's stores. */
export async function openStage({ realAuth = false } = {}): Promise<Stage> {
  const clock = makeClock();
  const [stores, keys, { holder: auth, ports }] = await Promise.all([
    isolated(),
    makeKeys(clock.now),
    claimPorts(PARTS.length, (port) => startFakeAuth(port, clock.now)),
  ]);
  const urls = Object.fromEntries(
    PARTS.map((part, index) => [part, `http://127.0.0.1:${ports[index]}`]),
  ) as Record<Part, string>;
  const running: Pick<RunningProcess, 'stop'>[] = [];

  return {
    mongoUrl: stores.mongoUrl,
    amqpUrl: stores.amqpUrl,
    amqpUrlOf: stores.amqpUrlOf,
    urls,
    keys,
    clock,
    secrets: makeSecrets(),
    realAuth,
    authUrl: realAuth ? urls.auth : urls.fakeAuth,
    auth,
    signedIn: async (account, audience) => ({
      authorization: `Bearer ${await auth.token(account, audience)}`,
    }),
    asService: async (caller, callee, call) => ({
      authorization: `Bearer ${await keys.serviceToken(caller, callee, call)}`,
    }),
    add: (part) => {
      running.push(part);
      return part;
    },
    close: async () => {
      const stopped = await Promise.allSettled(running.map((part) => part.stop()));
      await auth.close();
      await stores.drop();
      const failed = stopped.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

export const portOf = (url: string): string => new URL(url).port;
