import type { Service } from '@archaka/contracts';
import { openTestBroker, type TestBroker } from '../broker/test-broker.ts';
import type { Applicant } from '../builders/applicant.ts';
import { buildApplicant } from '../builders/applicant.ts';
import type { Clock } from '../clock/clock.ts';
import { createTestEnvironment, type TestEnvironment } from '../services/environment.ts';
import { type RunningService, startService } from '../services/service.ts';
import { startSimulator } from '../services/simulator.ts';
import { type ApplicantSession, createApplicantSession, signUpAndSignIn } from './applicant-session.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { type Proxies, startProxies } from './proxies.ts';
import { createServiceEntryPoint } from './service-entry-point.ts';

export interface ServicesOptions<Name extends Service> {
  readonly services: readonly Name[];
  /** Variables for each of them, which override or extend the defaults. */
  readonly env?: Readonly<Record<string, string>>;
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
}: ServicesOptions<Name>): Promise<PartialPortal<Name>> {
  const environment = await createTestEnvironment({ realAuth: names.some((name) => name === 'auth') });
  const { proxies, createProxyVariables, close } = await startProxies(environment);
  const stop = async () => {
    // A service stops gracefully only with its stores.
    for (const proxy of Object.values(proxies)) proxy.restore();
    await environment.close().finally(close);
  };
  const services = {} as Record<Name, RunningService>;
  const start = async (name: Name) => {
    services[name] = await startService(`svc-${name}`, {
      environment,
      env: { ...createProxyVariables(`svc-${name}`), ...env },
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
