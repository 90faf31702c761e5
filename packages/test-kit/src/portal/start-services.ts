import type { Service } from '@archaka/contracts';
import { type Broker, openBroker } from '../broker/broker.ts';
import type { Applicant } from '../builders/applicant.ts';
import { applicant } from '../builders/applicant.ts';
import type { Clock } from '../clock/clock.ts';
import { type RunningService, startService } from '../services/service.ts';
import { startSimulator } from '../services/simulator.ts';
import { openStage, type Stage } from '../services/stage.ts';
import { type ApplicantSession, enter, signUpAndIn } from './applicant-session.ts';
import { type Lines, openLines } from './lines.ts';
import { type Provider, providerAt } from './provider.ts';
import { entranceTo } from './services-entrance.ts';

export interface Services<Name extends Service> {
  readonly services: readonly Name[];
  /** For each of them, in place of or beside what they get anyway. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Some services of the portal on stores of their own; the others are down, as far as these see. */
export interface PartialPortal<Name extends Service> {
  readonly services: Readonly<Record<Name, RunningService>>;
  readonly broker: Broker;
  readonly provider: Provider;
  readonly clock: Clock;
  /** The services' connections to what they stand on. */
  readonly lines: Lines;
  /** Someone new, or this person, who has signed in: at svc-auth where that is there, else by the test's word. */
  readonly newcomer: (person?: Applicant) => Promise<ApplicantSession>;
  /** Ends a service as a crash does. */
  readonly kill: (name: Name) => Promise<void>;
  /** Starts a service that was ended again: same address, keys and stores. */
  readonly start: (name: Name) => Promise<void>;
  /** For what the above does not give: addresses, databases, tokens. */
  readonly stage: Stage;
  /** Stops all of it and drops what it stored. */
  readonly stop: () => Promise<void>;
}

/** Starts these services, and the Razorpay simulator, with each other's addresses. */
export async function startServices<Name extends Service>({
  services: names,
  env = {},
}: Services<Name>): Promise<PartialPortal<Name>> {
  const stage = await openStage({ realAuth: names.some((name) => name === 'auth') });
  const { lines, variablesOf, close } = await openLines(stage);
  const stop = async () => {
    // A service ends in good order only while it has its stores.
    for (const line of Object.values(lines)) line.mend();
    await stage.close().finally(close);
  };
  const services = {} as Record<Name, RunningService>;
  const start = async (name: Name) => {
    services[name] = await startService(`svc-${name}`, {
      stage,
      env: { ...variablesOf(`svc-${name}`), ...env },
    });
  };
  const entrance = entranceTo(stage);

  try {
    const broker = stage.add(await openBroker(stage));
    const [simulator] = await Promise.all([startSimulator(stage), ...names.map(start)]);
    return {
      services,
      broker,
      provider: providerAt(simulator.url),
      clock: stage.clock,
      lines,
      newcomer: async (person = applicant()) =>
        stage.realAuth
          ? signUpAndIn(enter(entrance, { person }))
          : enter(entrance, { person, cookie: stage.auth.cookie(person) }),
      kill: (name) => services[name].kill(),
      start,
      stage,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
