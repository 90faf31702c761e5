import {
  calls,
  exchangeSession,
  type PublicRoute,
  readSessionId,
  routes,
  type Service,
  toCallPath,
} from '@archaka/contracts';
import { openTestBroker, type TestBroker } from '../broker/test-broker.ts';
import { type Applicant, buildApplicant } from '../builders/people.ts';
import type { Clock } from '../clock/clock.ts';
import type { ServiceName } from '../keys.ts';
import { startProxy, type TcpProxy, toDirectUrl } from '../network/proxy.ts';
import { createTestEnvironment, type TestEnvironment } from '../services/environment.ts';
import { type RunningService, startService, startSimulator } from '../services/service.ts';
import {
  type ApplicantSession,
  createApplicantSession,
  type PortalEntryPoint,
  signUpAndSignIn,
} from './applicant-session.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';

interface CallAddress extends Pick<PublicRoute, 'service' | 'session'> {
  readonly pattern: RegExp;
}

const toPattern = (path: string) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`);
const addresses: readonly CallAddress[] = [
  ...calls.flatMap(({ session, ...call }) =>
    session === 'service'
      ? []
      : [{ service: call.service, session, pattern: toPattern(toCallPath({ session, ...call })) }],
  ),
  ...Object.values<PublicRoute>(routes).map(({ service, session, path }) => ({
    service,
    session,
    pattern: toPattern(path),
  })),
];

/** Replaces the gateway for the services of an environment: finds the service of an address, and exchanges the session. */
const createServiceEntryPoint = (environment: TestEnvironment): PortalEntryPoint => ({
  origin: environment.urls.shell,
  async send(path, { headers, ...init }) {
    const { service, session } = findOwner(path);
    if (session === 'required') {
      const token = await fetchToken(environment, headers.get('cookie') ?? '', `svc-${service}`);
      if (token) headers.set('authorization', `Bearer ${token}`);
    }
    return fetch(`${environment.urls[service]}${path}`, { ...init, headers });
  },
});

function findOwner(path: string): CallAddress {
  const { pathname } = new URL(path, 'http://portal.example');
  const owner = addresses.find(({ pattern }) => pattern.test(pathname));
  if (!owner) throw new Error(`No service has ${pathname}.`);
  return owner;
}

/** The token of svc-auth, or of its fake, for the session; undefined for an ended one. */
async function fetchToken(
  environment: TestEnvironment,
  cookie: string,
  audience: string,
): Promise<string | undefined> {
  const session_id = readSessionId(cookie, environment.urls.shell);
  if (!session_id) return undefined;
  const response = await fetch(`${environment.authUrl}${toCallPath(exchangeSession)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await environment.authorizeService('shell', 'svc-auth', exchangeSession.name)),
    },
    body: JSON.stringify({ session_id, audience }),
  });
  if (!response.ok) return undefined;
  return exchangeSession.response.body.parse(await response.json()).data?.[0]?.token;
}

export interface ServicesOptions<Name extends Service> {
  readonly services: readonly Name[];
  /** Variables for each of them, which override or extend the defaults. */
  readonly env?: Readonly<Record<string, string>>;
  /** Facts of the examination in place of those of 2024. */
  readonly examination?: object;
}

/** Some services of the portal on separate stores; for them the other services are down. */
export interface PartialPortal<Name extends Service> {
  readonly services: Readonly<Record<Name, RunningService>>;
  readonly broker: TestBroker;
  readonly provider: ProviderClient;
  readonly clock: Clock;
  /** The services' connections to store, broker and provider. */
  readonly proxies: Proxies;
  /** A new or this signed-in applicant: at svc-auth if it runs, else at its fake. */
  readonly registerApplicant: (person?: Applicant) => Promise<ApplicantSession>;
  /** Kills a service like a crash. */
  readonly kill: (name: Name) => Promise<void>;
  /** Restarts an ended service with the same address, keys and stores. */
  readonly start: (name: Name) => Promise<void>;
  /** For addresses, databases and tokens. */
  readonly environment: TestEnvironment;
  /** Stops everything and drops its data. */
  readonly stop: () => Promise<void>;
}

/** Starts these services, and the Razorpay simulator, with each other's addresses. */
export async function startServices<Name extends Service>({
  services: names,
  env = {},
  examination,
}: ServicesOptions<Name>): Promise<PartialPortal<Name>> {
  const environment = await createTestEnvironment({ realAuth: names.some((name) => name === 'auth') });
  const { proxies, createProxyVariables, close } = await startProxies(environment);
  const stop = async () => {
    // A service stops gracefully only with its stores.
    for (const proxy of Object.values(proxies)) proxy.restore();
    await environment.close().finally(close);
  };
  const services = {} as Record<Name, RunningService>;
  const file = examination && { EXAM_FILE: await environment.writeExamination(examination) };
  const start = async (name: Name) => {
    services[name] = await startService(`svc-${name}`, {
      environment,
      env: { ...createProxyVariables(`svc-${name}`), ...file, ...env },
    });
  };
  const entryPoint = createServiceEntryPoint(environment);

  try {
    const broker = environment.register(await openTestBroker(environment));
    const [simulator] = await Promise.all([startSimulator(environment), ...names.map(start)]);
    return {
      services,
      broker,
      provider: createProviderClient(simulator.url),
      clock: environment.clock,
      proxies,
      registerApplicant: async (person = buildApplicant()) =>
        environment.usesRealAuth
          ? signUpAndSignIn(createApplicantSession(entryPoint, { person }))
          : createApplicantSession(entryPoint, {
              person,
              cookie: environment.auth.createSessionCookie(person),
            }),
      kill: (name) => services[name].kill(),
      start,
      environment,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Proxies of the store, broker and provider of one portal. */
type Proxies = Readonly<Record<'store' | 'broker' | 'provider', Pick<TcpProxy, 'cut' | 'restore'>>>;

/** Starts the proxies; `createProxyVariables` returns the variables with which a service uses them. */
async function startProxies({ mongoUrl, amqpUrl, getAmqpUrl: amqpUrlOf, urls }: TestEnvironment) {
  const [databaseProxy, brokerProxy, providerProxy] = await Promise.all([
    startProxy(toDirectUrl(mongoUrl)),
    startProxy(new URL(amqpUrl)),
    startProxy(new URL(urls.razorpay)),
  ]);
  const proxies: Proxies = { store: databaseProxy, broker: brokerProxy, provider: providerProxy };
  const createProxyVariables = (name: ServiceName) => ({
    MONGO_URL: databaseProxy.url,
    AMQP_URL: toProxyUrl(brokerProxy.url, amqpUrlOf(name)),
    RAZORPAY_URL: providerProxy.url,
  });
  const close = async () => {
    await Promise.all([databaseProxy, brokerProxy, providerProxy].map((proxy) => proxy.close()));
  };
  return { proxies, createProxyVariables, close };
}

/** An address with the host and port of the proxy. */
function toProxyUrl(proxyUrl: string, address: string): string {
  const url = new URL(address);
  url.host = new URL(proxyUrl).host;
  return url.href;
}
