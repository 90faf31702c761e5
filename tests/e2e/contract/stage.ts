import { setTimeout as pause } from 'node:timers/promises';
import {
  type Answered,
  type Applicant,
  type ApplicantSession,
  applicant,
  applicationForm,
  eventually,
  type Portal,
  pay,
  scaledTimeout,
  signUp,
  startPortal,
  visit,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect } from '@jest/globals';

/** Below the 100 calls that a session may make, so that no test meets that limit by its own speed. */
const CALLS_A_SECOND = 80;

/** An applicant who never makes too many calls a second. */
export interface Guest extends ApplicantSession {
  /** Waits until one more call is none too many, and counts it. */
  readonly calm: () => Promise<void>;
}

function calmed(session: ApplicantSession): Guest {
  const calls: number[] = [];
  const calm = async () => {
    const isFull = () => performance.now() - (calls.at(-CALLS_A_SECOND) ?? Number.NEGATIVE_INFINITY) < 1000;
    while (isFull()) await pause(20);
    calls.push(performance.now());
  };
  return {
    ...session,
    calm,
    call: async (...sent) => {
      await calm();
      return session.call(...sent);
    },
    fetch: async (...sent) => {
      await calm();
      return session.fetch(...sent);
    },
  };
}

/** One portal for all subjects of the contract, and everybody who came to it. */
export interface Stage {
  readonly portal: () => Portal;
  readonly visitor: (own?: Partial<Applicant>) => Guest;
  /** Someone new who has signed up and signed in. */
  readonly newcomer: (own?: Partial<Applicant>) => Promise<Guest>;
  readonly people: readonly Applicant[];
}

/** Registers the start and the stop of the portal in the suite that calls it. */
export function openStage(): Stage {
  const people: Applicant[] = [];
  const started: Portal[] = [];
  const portal = () => {
    const [only] = started;
    if (!only) throw new Error('the portal has not started');
    return only;
  };
  beforeAll(async () => {
    started.push(await startPortal());
  });
  afterAll(() => started[0]?.stop());

  const visitor = (own: Partial<Applicant> = {}) => {
    const person = applicant(own);
    people.push(person);
    return calmed(visit(portal().origin, person));
  };
  return {
    portal,
    visitor,
    people,
    async newcomer(own) {
      const session = visitor(own);
      await session.call('submitsignup', signUp(session.person));
      await session.signIn();
      return session;
    },
  };
}

/** Whatever is asked is answered long before. */
const TIMEOUT_MS = scaledTimeout(15_000);

interface Sent {
  readonly session?: Guest;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: NonNullable<RequestInit['body']>;
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { http: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined };
}

/** Any request of a program, with nothing added; a `session` adds its cookie and its calm. */
export async function send(
  origin: string,
  path: string,
  { session, headers = {}, ...rest }: Sent = {},
): Promise<Answered> {
  await session?.calm();
  const cookie: Record<string, string> = session ? { cookie: session.cookie() } : {};
  return answered(
    await fetch(`${origin}${path}`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...rest,
      headers: { ...cookie, ...headers },
    }),
  );
}

export const json = { 'content-type': 'application/json' };
export const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

/** `POST /api/dashboard/<name>` as a program sends it. */
export const sendCall = (origin: string, name: string, sent: Sent = {}): Promise<Answered> =>
  send(origin, `/api/dashboard/${name}`, {
    ...sent,
    headers: { ...json, ...sent.headers },
    body: sent.body ?? '{}',
  });

/** A refusal with a real HTTP status is problem details. */
export function expectRefused({ http, headers, body }: Answered, ...statuses: number[]): void {
  expect(statuses).toContain(http);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ title: expect.any(String), status: http });
}

/** 400 whose title is the first error's message. */
export function expectInvalid(answer: Answered, title: string): void {
  expectRefused(answer, 400);
  expect(answer.body.title).toBe(title);
  expect(answer.body.errors?.[0]?.message).toBe(title);
}

/** 429 with whole seconds to wait. */
export function expectTooMany(answer: Answered): void {
  expectRefused(answer, 429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

export interface Submitted {
  readonly form: Record<string, unknown>;
  readonly application_id: string;
  readonly order_id: string;
}

/** Submits the ordinary form, with fields of its own, and finds what became of it. */
export async function submitted(
  session: ApplicantSession,
  own: Record<string, unknown> = {},
): Promise<Submitted> {
  const form = await applicationForm(session.person, { save_id: 2, ...own });
  const { body } = await session.call('submitapplicationform', form);
  expect(body).toMatchObject({ status: 200, orderId: { id: expect.stringMatching(/^order_/) } });
  const [record] = (await session.call('getticketsandprofile')).body.data;
  return { form, application_id: String(record?.application_id), order_id: String(body.orderId?.id) };
}

/** Pays the order and waits until the history shows it. */
export async function payAndSee(stage: Stage, session: ApplicantSession, orderId: string) {
  const paid = await pay(session, stage.portal().simulator, orderId);
  await eventually(async () => (await newestRecord(session)).payment_status === 'S');
  return paid;
}

/** The newest of one's applications, as the history shows it. */
export async function newestRecord(session: ApplicantSession): Promise<Record<string, unknown>> {
  const [record] = (await session.call('getticketsandprofile')).body.data;
  if (!record) throw new Error('no application');
  return record;
}
