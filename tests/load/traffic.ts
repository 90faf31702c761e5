import { setTimeout as pause } from 'node:timers/promises';
import { type ApplicantSession, applicationForm, percentile, signUp } from '@archaka/test-kit';
import { timeoutFactor } from '@archaka/test-kit/timeouts';
import { newcomer, send, visit } from './client.ts';

/** One request of the traffic, and what it is called when it fails. */
interface Request {
  readonly name: string;
  /** Throws, or gives the HTTP status. */
  readonly send: () => Promise<number>;
}

/** Requests that failed, by what they were and how; and how many there were in all. */
export interface Traffic {
  readonly sent: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly p99Ms: number;
  /** Requests that waited for an answer at the same time, at most. */
  readonly maxUnanswered: number;
}

const REFERENCE_RATE = 100;
const MIN_RATE = 20;
/** Requests a second: what is 100 to the reference machine. */
export const RATE = Math.max(MIN_RATE, Math.round(REFERENCE_RATE / timeoutFactor));
/** While so many wait for an answer, no more are sent: what the machine cannot take would pile up without end. */
const MAX_UNANSWERED = RATE;
const LOOK_MS = 50;
const APPLICANTS = 8;

/** What a page load, the form and the history ask for; what may be repeated after an instance has died. */
async function repeatable(origin: string): Promise<Request[]> {
  const applicants = await Promise.all(Array.from({ length: APPLICANTS }, () => newcomer(origin)));
  const forms = await Promise.all(applicants.map(({ person }) => applicationForm(person)));
  const get = (path: string): Request => ({
    name: path,
    send: async () => (await send(origin + path)).status,
  });
  const ask = (name: string, body: object = {}): Request[] =>
    applicants.map((session) => ({ name, send: async () => (await session.call(name, body)).http }));
  const saves = applicants.map(
    (session: ApplicantSession, which): Request => ({
      name: 'saveapplicationform',
      send: async () => (await session.call('saveapplicationform', forms[which])).http,
    }),
  );
  return [
    ...[
      get('/'),
      get('/slices.json'),
      get('/api/dashboard/getexamination'),
      get('/api/dashboard/getdistrict'),
    ],
    ...[...ask('session'), ...ask('getticketsandprofile'), ...ask('getsaveformdata'), ...saves],
  ];
}

/** Somebody signs up, and is sent a one-time password: what must not be done twice. */
const commands = (origin: string): Request[] => [
  {
    name: 'submitsignup and websiteloginotp',
    async send() {
      const session = visit(origin);
      const { http } = await session.call('submitsignup', signUp(session.person));
      return http === 200
        ? (await session.call('websiteloginotp', { number: session.person.number })).http
        : http;
    },
  },
];

interface Options {
  readonly origin: string;
  /** `all`: with those that are never repeated. */
  readonly kinds: 'all' | 'repeatable';
}

/** Sends `RATE` requests a second, whether or not earlier ones were answered, until the work is done. */
export async function trafficDuring(
  work: () => Promise<unknown>,
  { origin, kinds }: Options,
): Promise<Traffic> {
  const asked = await repeatable(origin);
  const requests = kinds === 'all' ? [...asked, ...commands(origin)] : asked;
  const failures: Record<string, number> = {};
  const times: number[] = [];
  const fail = (what: string) => {
    failures[what] = (failures[what] ?? 0) + 1;
  };

  async function ask({ name, send: go }: Request): Promise<void> {
    const began = performance.now();
    try {
      const status = await go();
      if (status !== 200) fail(`${name}: ${status}`);
    } catch (error) {
      fail(`${name}: ${reasonOf(error)}`);
    }
    times.push(performance.now() - began);
  }

  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  const sent: Promise<void>[] = [];
  let due = performance.now();
  let maxUnanswered = 0;
  while (!done) {
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    const unanswered = sent.length - times.length;
    maxUnanswered = Math.max(maxUnanswered, unanswered);
    if (unanswered >= MAX_UNANSWERED) {
      await pause(LOOK_MS);
      due = performance.now();
      continue;
    }
    const next = requests[(sent.length * 7) % requests.length];
    if (next) sent.push(ask(next));
    due += 1000 / RATE;
  }
  await Promise.all(sent);
  await working;
  return { sent: sent.length, failures, p99Ms: percentile(times, 0.99), maxUnanswered };
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};
