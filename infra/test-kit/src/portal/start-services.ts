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
  /** For each of them, in place of or beside what they get anyway. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Some services of the portal on stores of their own; the others are down, as far as these see. */
export interface PartialPortal<Name extends Service> {
  readonly services: Readonly<Record<Name, RunningService>>;
  readonly broker: TestBroker;
  readonly provider: ProviderClient;
  readonly clock: Clock;
  /** The services' connections to what they stand on. */
  readonly proxies: Proxies;
  /** Someone new, or this person, who has signed in: at svc-auth where that is there, else by the test's word. */
  readonly registerApplicant: (person?: Applicant) => Promise<ApplicantSession>;
  /** Ends a service as a crash does. */
  readonly kill: (name: Name) => Promise<void>;
  /** Starts a service that was ended again: same address, keys and stores. */
  readonly start: (name: Name) => Promise<void>;
  /** For what the above does not give: addresses, databases, tokens. */
  readonly environment: TestEnvironment;
  /** Stops all of it and drops what it stored. */
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
    // A service ends in good order only while it has its stores.
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
