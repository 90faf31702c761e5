import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ApplicantSession,
  buildApplicationForm,
  buildSignUp,
  createApplicantSession,
  percentile,
} from '@archaka/test-kit';
import { timeoutFactor } from '@archaka/test-kit/timeouts';

/**
 * The gateway's timeout of idle connections, shorter than a component drains. A stopping component closes idle ones, and a
 * client cannot know whether a request at that moment was received (RFC 9112, 9.3.1).
 */
const IDLE_TIMEOUT_MS = 4000;

const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });

function sendRequest(url: string, { method = 'GET', headers, body }: RequestInit): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const clientRequest = request(url, { agent, method, headers: Object.fromEntries(new Headers(headers)) });
  clientRequest.once('response', resolve).once('error', reject);
  clientRequest.end(typeof body === 'string' ? body : undefined);
  return promise;
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Like `fetch` of a text, but reuses idle connections only for a short time. */
async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const incoming = await sendRequest(url, init);
  return new Response(await buffer(incoming), {
    status: incoming.statusCode ?? 0,
    headers: toHeaders(incoming),
  });
}

/** A visitor of the portal at `origin`, not signed up yet. */
const createVisitorSession = (origin: string): ApplicantSession =>
  createApplicantSession({ origin, send: (path, init) => send(origin + path, init) });

/** A new applicant who has signed up and signed in. */
async function registerApplicant(origin: string): Promise<ApplicantSession> {
  const session = createVisitorSession(origin);
  await session.call('submitsignup', buildSignUp(session.person));
  await session.signIn();
  return session;
}

/** One request of the traffic, with its name in failures. */
interface TrafficRequest {
  readonly name: string;
  /** @returns the HTTP status */
  readonly send: () => Promise<number>;
}

/** Failed requests by name and reason, and the number of all requests. */
export interface Traffic {
  readonly sent: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly p99Ms: number;
  /** Maximum of concurrent requests. */
  readonly maxUnanswered: number;
}

const REFERENCE_RATE = 100;
const MIN_RATE = 20;
/** Requests a second: 100 on the reference machine. */
export const RATE = Math.max(MIN_RATE, Math.round(REFERENCE_RATE / timeoutFactor));
/**
 * Maximum of concurrent requests; further ones wait. A machine that became slower after its measurement would respond
 * ever later, and a stopping instance has ten seconds for its open requests.
 */
const toMaxUnanswered = (rate: number): number => Math.round(rate / 3);
const POLL_INTERVAL_MS = 50;
const APPLICANTS = 8;

/** Requests of a page load, the form and the history; repeatable after the end of an instance. */
async function createRepeatableRequests(origin: string): Promise<TrafficRequest[]> {
  const applicants = await Promise.all(Array.from({ length: APPLICANTS }, () => registerApplicant(origin)));
  const forms = await Promise.all(applicants.map(({ person }) => buildApplicationForm(person)));
  const get = (path: string): TrafficRequest => ({
    name: path,
    send: async () => (await send(origin + path)).status,
  });
  const createRequests = (name: string, body: object = {}): TrafficRequest[] =>
    applicants.map((session) => ({ name, send: async () => (await session.call(name, body)).http }));
  const saves = applicants.map(
    (session: ApplicantSession, index): TrafficRequest => ({
      name: 'saveapplicationform',
      send: async () => (await session.call('saveapplicationform', forms[index])).http,
    }),
  );
  return [
    ...[
      get('/'),
      get('/slices.json'),
      get('/api/dashboard/getexamination'),
      get('/api/dashboard/getdistrict'),
    ],
    ...[
      ...createRequests('session'),
      ...createRequests('getticketsandprofile'),
      ...createRequests('getsaveformdata'),
      ...saves,
    ],
  ];
}

/** A sign-up and a one-time password request: not repeatable. */
const createCommands = (origin: string): TrafficRequest[] => [
  {
    name: 'submitsignup and websiteloginotp',
    async send() {
      const session = createVisitorSession(origin);
      const { http } = await session.call('submitsignup', buildSignUp(session.person));
      return http === 200
        ? (await session.call('websiteloginotp', { number: session.person.number })).http
        : http;
    },
  },
];

interface TrafficOptions {
  readonly origin: string;
  /** `all`: includes requests that are never repeated. */
  readonly kinds: 'all' | 'repeatable';
  /** Requests a second; `RATE` unless given. */
  readonly rate?: number;
}

/** Sends this many requests a second, independent of earlier responses, until the work has ended. */
export async function measureTraffic(
  work: () => Promise<unknown>,
  { origin, kinds, rate = RATE }: TrafficOptions,
): Promise<Traffic> {
  const repeatableRequests = await createRepeatableRequests(origin);
  const requests = kinds === 'all' ? [...repeatableRequests, ...createCommands(origin)] : repeatableRequests;
  const failures: Record<string, number> = {};
  const times: number[] = [];
  const countFailure = (reason: string) => {
    failures[reason] = (failures[reason] ?? 0) + 1;
  };

  async function sendRequest({ name, send: sendOnce }: TrafficRequest): Promise<void> {
    const startedAt = performance.now();
    try {
      const status = await sendOnce();
      if (status !== 200) countFailure(`${name}: ${status}`);
    } catch (error) {
      countFailure(`${name}: ${toReason(error)}`);
    }
    times.push(performance.now() - startedAt);
  }

  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  const sent: Promise<void>[] = [];
  let dueAt = performance.now();
  let maxUnanswered = 0;
  while (!isDone) {
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const unanswered = sent.length - times.length;
    maxUnanswered = Math.max(maxUnanswered, unanswered);
    if (unanswered >= toMaxUnanswered(rate)) {
      await pause(POLL_INTERVAL_MS);
      dueAt = performance.now();
      continue;
    }
    const next = requests[(sent.length * 7) % requests.length];
    if (next) sent.push(sendRequest(next));
    dueAt += 1000 / rate;
  }
  await Promise.all(sent);
  await working;
  return { sent: sent.length, failures, p99Ms: percentile(times, 0.99), maxUnanswered };
}

const toReason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};
