import { setTimeout as pause } from 'node:timers/promises';
import {
  type Applicant,
  type ApplicantSession,
  createApplicantSession,
  createProviderClient,
} from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import {
  createVirtualApplicant,
  registerAndSignIn,
  type SubmittedApplication,
  signIn,
  submitApplication,
  type VirtualApplicant,
} from './applicant.ts';
import { createRandom } from './random.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/** The result of one applicant's scenario. */
export interface Journey {
  readonly scenario: string;
  readonly expectedStatus: 'S' | 'F' | 'C';
  readonly orderCount: number;
  readonly userId: string;
  readonly application?: SubmittedApplication;
  /** The reason why the scenario was not completed; absent when it was. */
  readonly stuck?: string;
}

export interface JourneyContext {
  readonly seed: number;
  readonly origin: string;
  /** Its address. */
  readonly simulator: string;
  /** Receives the responses that neither an applicant's input nor a fault may cause. */
  readonly unexpectedResponses: string[];
}

/** Before an applicant clicks again. */
const RESPONSE_TIMEOUT_MS = scaledTimeout(15_000);

/** A visitor with a separate address, since polls and sign-ins are limited for each address. */
function createSessionFrom(
  address: string,
  { origin, unexpectedResponses }: JourneyContext,
  applicant?: Applicant,
): ApplicantSession {
  const send = async (path: string, init: RequestInit & { readonly headers: Headers }) => {
    init.headers.set('x-forwarded-for', address);
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(`${origin}${path}`, { ...init, signal });
    if ([400, 403, 500].includes(response.status))
      unexpectedResponses.push(`${path.split('?')[0]}: ${response.status}`);
    return response;
  };
  return createApplicantSession({ origin, send }, { person: applicant });
}

/** Runs the scenario of the applicant with this index. Scenarios alternate; the seed determines the rest. */
async function runJourney(index: number, context: JourneyContext): Promise<Journey> {
  const { seed, simulator } = context;
  const random = createRandom(seed, `applicant ${index}`);
  const [name, scenario] = Object.entries(scenarios)[index % Object.keys(scenarios).length] as [
    string,
    Scenario,
  ];
  const session = createSessionFrom(`198.18.${index >> 8}.${index & 255}`, context);
  const toJourney = () => ({
    scenario: name,
    expectedStatus: scenario.expectedStatus,
    orderCount: scenario.orderCount,
    userId: session.person.id,
  });

  const otherDevice = async () => {
    const otherSession = createSessionFrom(`198.19.${index >> 8}.${index & 255}`, context, session.person);
    await signIn(otherSession);
    return otherSession;
  };
  let application: SubmittedApplication | undefined;
  let applicant: VirtualApplicant | undefined;
  try {
    await registerAndSignIn(session);
    application = await submitApplication(session, random);
    const provider = createProviderClient(simulator);
    applicant = createVirtualApplicant({ session, random, provider, application });
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

const POLL_INTERVAL_MS = 100;
/** Maximum time without a new applicant: Chromium can be killed only while a ticket is due. */
const MAX_IDLE_MS = scaledTimeout(4000);
/** Below this share of the concurrency further applicants start, so that faults meet active ones. */
const MIN_SHARE = 0.25;

/** Runs the applicants' journeys concurrently so that every fault affects active applicants; returns the journeys. */
export async function runApplicants(
  {
    applicants,
    concurrency,
    progress,
    onFinished,
    signal,
  }: {
    /** Number of applicants; further ones start one by one until the first round of faults has ended. */
    applicants: number;
    /** Maximum of concurrent applicants. */
    concurrency: number;
    /** The completed share of the first round of faults, 0 to 1. The same share of applicants may have started. */
    progress: () => number;
    /** Called at the end of each journey with the number of ended ones. */
    onFinished: (count: number) => void;
    /** No applicant starts after it aborts. */
    signal: AbortSignal;
  },
  context: JourneyContext,
): Promise<Journey[]> {
  const journeys: Journey[] = [];
  let next = 0;
  let lastStartedAt = performance.now();

  const needsMore = () => !signal.aborted && (next < applicants || progress() < 1);
  const isIdleTooLong = () => performance.now() - lastStartedAt > MAX_IDLE_MS;
  const areFewActive = () => next - journeys.length < concurrency * MIN_SHARE;
  const mayStart = () =>
    next < applicants
      ? next < concurrency / 2 || next <= progress() * applicants || isIdleTooLong()
      : areFewActive() && isIdleTooLong();
  const startNext = () => {
    lastStartedAt = performance.now();
    return runJourney(next++, context);
  };
  const runWorker = async () => {
    while (needsMore()) {
      if (mayStart()) onFinished(journeys.push(await startNext()));
      else await pause(POLL_INTERVAL_MS);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runWorker));
  return journeys;
}
