import { type Applicant, type ApplicantSession, createApplicantSession } from '@archaka/test-kit';
import { createRandom } from '../random.ts';
import { type SubmittedApplication, submitApplication } from './apply.ts';
import type { ProviderClient } from './provider-client.ts';
import { countResponses, type ResponseCounter } from './response-counter.ts';
import { createRetryAction } from './retry-action.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { registerAndSignIn, signIn } from './sign-in.ts';
import { createVirtualApplicant, type Payment, type VirtualApplicant } from './virtual-applicant.ts';

/** The result of one applicant's scenario. */
export interface Journey {
  readonly scenario: string;
  readonly expectedStatus: 'S' | 'F' | 'C';
  readonly orderCount: number;
  readonly userId: string;
  readonly application?: SubmittedApplication;
  readonly payments: readonly Payment[];
  /** The reason why the scenario was not completed; absent when it was. */
  readonly stuck?: string;
}

export interface JourneyContext {
  readonly seed: number;
  readonly origin: string;
  readonly provider: ProviderClient;
  readonly responses: ResponseCounter;
  /** Describes the polls of an order from svc-payment's database. */
  readonly describePolling: (orderId: string) => Promise<string>;
}

/** A visitor with a separate address, since polls and sign-ins are limited for each address. */
function createSessionFrom(address: string, origin: string, applicant?: Applicant): ApplicantSession {
  const send = (path: string, init: RequestInit & { readonly headers: Headers }) => {
    init.headers.set('x-forwarded-for', address);
    return fetch(`${origin}${path}`, init);
  };
  return createApplicantSession({ origin, send }, { person: applicant });
}

/** Runs the scenario of the applicant with this index. Scenarios alternate; the seed determines the rest. */
export async function runJourney(
  index: number,
  { seed, origin, provider, responses, describePolling }: JourneyContext,
): Promise<Journey> {
  const random = createRandom(seed, `applicant ${index}`);
  const retryAction = createRetryAction(random);
  const [name, scenario] = Object.entries(scenarios)[index % Object.keys(scenarios).length] as [
    string,
    Scenario,
  ];
  const session = countResponses(createSessionFrom(`198.18.${index >> 8}.${index & 255}`, origin), responses);
  const payments: Payment[] = [];
  const toJourney = () => ({
    scenario: name,
    expectedStatus: scenario.expectedStatus,
    orderCount: scenario.orderCount,
    userId: session.person.id,
    payments,
  });

  const otherDevice = async () => {
    const otherSession = countResponses(
      createSessionFrom(`198.19.${index >> 8}.${index & 255}`, origin, session.person),
      responses,
    );
    await signIn(otherSession, retryAction);
    return otherSession;
  };
  let application: SubmittedApplication | undefined;
  let applicant: VirtualApplicant | undefined;
  try {
    await registerAndSignIn(session, retryAction);
    application = await submitApplication(session, retryAction, random);
    const way = { session, retryAction, random, provider, application };
    applicant = createVirtualApplicant({ ...way, payments, describePolling });
    await scenario.run(applicant, { random, otherDevice });
    await applicant.waitForStatus(scenario.expectedStatus);
    if (scenario.expectedStatus === 'S') await applicant.fetchTicket();
    return { ...toJourney(), application };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const history = await applicant?.describeAttempts().catch(() => 'state not available');
    const stuck = `${application?.applicationId ?? 'no application yet'} ${name}: ${reason}${history ? `; ${history}` : ''}`;
    return { ...toJourney(), ...(application ? { application } : {}), stuck };
  }
}
