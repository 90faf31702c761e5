import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@archaka/contracts';
import {
  type Applicant,
  type ApplicantSession,
  buildApplicant,
  buildApplicationForm,
  buildSignUp,
  completePayment,
  createVisitorSession,
  type DashboardResponse,
  eventually,
  type Portal,
  scaledTimeout,
  startPortal,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { readNewestRecord } from '../history/application.ts';

/** Below the limit of 100 calls for a session, so that no test reaches it by accident. */
const CALLS_PER_SECOND = 80;

/** An applicant's session that stays below the rate limit. */
export interface ThrottledSession extends ApplicantSession {
  /** Waits until a further call is below the limit, and counts it. */
  readonly throttle: () => Promise<void>;
}

function throttleSession(session: ApplicantSession): ThrottledSession {
  const calls: number[] = [];
  const throttle = async () => {
    const isFull = () => performance.now() - (calls.at(-CALLS_PER_SECOND) ?? Number.NEGATIVE_INFINITY) < 1000;
    while (isFull()) await pause(20);
    calls.push(performance.now());
  };
  return {
    ...session,
    throttle,
    call: async (...args) => {
      await throttle();
      return session.call(...args);
    },
    fetch: async (...args) => {
      await throttle();
      return session.fetch(...args);
    },
  };
}

/** The shared portal of all subjects of the contract, with its applicants. */
export type ContractEnvironment = ReturnType<typeof createContractEnvironment>;

/** Registers the start and stop of the portal in the calling suite. */
export function createContractEnvironment() {
  const applicants: Applicant[] = [];
  const started: Portal[] = [];
  const portal = () => {
    const [startedPortal] = started;
    if (!startedPortal) throw new Error('the portal has not started');
    return startedPortal;
  };
  beforeAll(async () => {
    started.push(await startPortal());
  });
  afterAll(() => started[0]?.stop());

  const createVisitor = () => {
    const person = buildApplicant();
    applicants.push(person);
    return throttleSession(createVisitorSession(portal().origin, person));
  };
  return {
    portal,
    createVisitor,
    applicants,
    /** A new applicant who has signed up and signed in. */
    async registerApplicant() {
      const session = createVisitor();
      await session.call('submitsignup', buildSignUp(session.person));
      await session.signIn();
      return session;
    },
  };
}

/** Much longer than any response takes. */
const TIMEOUT_MS = scaledTimeout(15_000);

interface RequestOptions {
  readonly session?: ThrottledSession;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: NonNullable<RequestInit['body']>;
}

async function toDashboardResponse(response: Response): Promise<DashboardResponse> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { http: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined };
}

/** Sends a request without default headers; a `session` adds its cookie and its throttle. */
export async function send(
  origin: string,
  path: string,
  { session, headers = {}, ...rest }: RequestOptions = {},
): Promise<DashboardResponse> {
  await session?.throttle();
  const cookie: Record<string, string> = session ? { cookie: session.cookie() } : {};
  return toDashboardResponse(
    await fetch(`${origin}${path}`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...rest,
      headers: { ...cookie, ...headers },
    }),
  );
}

export const jsonHeaders = { 'content-type': 'application/json' };
export const crossSiteHeaders = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

/** Sends `POST /api/dashboard/<name>` with JSON, without a browser's headers. */
export const sendCall = (
  origin: string,
  name: string,
  options: RequestOptions = {},
): Promise<DashboardResponse> =>
  send(origin, `/api/dashboard/${name}`, {
    ...options,
    headers: { ...jsonHeaders, ...options.headers },
    body: options.body ?? '{}',
  });

/** Expects problem details with one of these HTTP statuses. */
export function expectProblem({ http, headers, body }: DashboardResponse, ...statuses: number[]): void {
  expect(statuses).toContain(http);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ title: expect.any(String), status: http });
}

/** Expects 400 with the first error's message as the title. */
export function expectInvalid(response: DashboardResponse, title: string): void {
  expectProblem(response, 400);
  expect(response.body.title).toBe(title);
  expect(response.body.errors?.[0]?.message).toBe(title);
}

export interface Submission {
  readonly form: Record<string, unknown>;
  readonly application_id: string;
  readonly order_id: string;
}

/** Submits the default form with these overrides, and returns it with the IDs of application and order. */
export async function submitForm(
  session: ApplicantSession,
  overrides: Record<string, unknown> = {},
): Promise<Submission> {
  const form = await buildApplicationForm(session.person, { save_id: 2, ...overrides });
  const { body } = await session.call('submitapplicationform', form);
  expect(body).toMatchObject({ status: 200, orderId: { id: expect.stringMatching(/^order_/) } });
  const [record] = (await session.call('getticketsandprofile')).body.data;
  return { form, application_id: String(record?.application_id), order_id: String(body.orderId?.id) };
}

/** Pays the order and waits until the history shows it. */
export async function payAndWait(
  environment: ContractEnvironment,
  session: ApplicantSession,
  orderId: string,
) {
  const paid = await completePayment(session, environment.portal().simulator, orderId);
  await eventually(async () => (await readNewestRecord(session)).payment_status === 'S');
  return paid;
}

type Call = (typeof calls)[number];

/** The names of these calls that browsers can make, from the table of calls. */
export const listCalls = (isListed: (call: Call, fields: readonly string[]) => boolean): string[] =>
  calls
    .filter(
      (call) => call.session !== 'service' && isListed(call, Object.keys(Object(call.request).shape ?? {})),
    )
    .map(({ name }) => name);
