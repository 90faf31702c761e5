import {
  type Applicant,
  buildApplicant,
  buildSignUp,
  createCookieJar,
  type Db,
  type RunningService,
  startService,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect } from '@jest/globals';

export interface CallResponse {
  status: number;
  message?: string;
}

interface Message {
  number: string;
  otp: string;
  at: string;
}

/** Requests of an applicant's browser, as the gateway forwards them to svc-auth. */
export interface TestBrowser {
  readonly post: (name: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly call: (name: string, body: unknown) => Promise<CallResponse>;
  /** The dev inbox, newest first. */
  readonly readInbox: (number: string) => Promise<Message[]>;
  /** Messages about applications and accounts in it. */
  readonly readTexts: (number: string) => Promise<{ text: string }[]>;
  readonly readNewestOtp: (number: string) => Promise<string>;
  /** A new applicant who has signed up. */
  readonly createNewcomer: () => Promise<Applicant>;
  /** A new applicant who has signed up and signed in, both on another browser. */
  readonly createMember: () => Promise<Applicant>;
  /** Signs in; returns the cookie's value. */
  readonly openSession: (number: string, options?: { own_device: boolean }) => Promise<string>;
  /** Exchanges a cookie as the gateway does. */
  readonly exchange: (sessionId: string, audience?: string) => Promise<Response>;
  /** Headers with the session's token, as the gateway sends them to a service. */
  readonly authorize: (
    sessionId: string,
    audience?: string,
  ) => Promise<{ headers: { authorization: string }; userId: string }>;
  /** A browser without cookies. */
  readonly otherBrowser: () => TestBrowser;
}

export const getDifferentOtp = (otp: string): string => String((Number(otp) + 1) % 10_000).padStart(4, '0');

/** @param service is called at each request, since suites start the service later. @param own headers of each */
export function createTestBrowser(
  service: () => Pick<RunningService, 'url' | 'environment'>,
  own: Record<string, string> = {},
): TestBrowser {
  const jar = createCookieJar();
  const post: TestBrowser['post'] = async (name, body, headers = {}) => {
    const response = await fetch(`${service().url}/api/dashboard/${name}`, {
      method: 'POST',
      headers: {
        ...(await service().environment.forward('svc-auth')),
        'content-type': 'application/json',
        cookie: jar.toHeader(),
        ...own,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    jar.storeFrom(response.headers);
    return response;
  };
  const call: TestBrowser['call'] = async (name, body) =>
    (await post(name, body)).json() as Promise<CallResponse>;

  const readInbox: TestBrowser['readInbox'] = async (number) =>
    (await fetch(`${service().url}/dev/inbox?number=${number}`)).json() as Promise<Message[]>;
  const readTexts: TestBrowser['readTexts'] = async (number) =>
    (await (await fetch(`${service().url}/dev/inbox?kind=texts&number=${number}`)).json()) as {
      text: string;
    }[];
  const readNewestOtp: TestBrowser['readNewestOtp'] = async (number) =>
    (await readInbox(number))[0]?.otp ?? '';

  async function createNewcomer(): Promise<Applicant> {
    const person = buildApplicant();
    expect(await call('submitsignup', buildSignUp(person))).toEqual({ status: 200 });
    return person;
  }

  const exchange: TestBrowser['exchange'] = async (session_id, audience = 'svc-application') =>
    postInternal(service(), 'exchangesession', { session_id, audience });

  return {
    otherBrowser: () => createTestBrowser(service, own),
    post,
    call,
    readInbox,
    readTexts,
    readNewestOtp,
    createNewcomer,
    async createMember() {
      const other = createTestBrowser(service, own);
      const person = await other.createNewcomer();
      expect(await other.openSession(person.number)).not.toBe('');
      return person;
    },
    async openSession(number, options) {
      await post('websiteloginotp', { number });
      const response = await post('submitwithotp', { number, otp: await readNewestOtp(number), ...options });
      return /archaka_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
    },
    exchange,
    async authorize(sessionId, audience = 'svc-auth') {
      const { data } = (await (await exchange(sessionId, audience)).json()) as {
        data: [{ token: string; user_id: string }];
      };
      const [{ token, user_id: userId }] = data;
      return { headers: { authorization: `Bearer ${token}` }, userId };
    },
  };
}

/** An internal call, by default as the shell makes it. */
export const postInternal = async (
  { url, environment }: Pick<RunningService, 'url' | 'environment'>,
  name: string,
  body: object,
  headers?: Record<string, string>,
): Promise<Response> =>
  fetch(`${url}/internal/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(headers ?? (await environment.authorizeService('shell', 'svc-auth', name))),
    },
    body: JSON.stringify(body),
  });

/** HTTP's status, or the outcome in the body. */
export const toOutcome = async (response: Response): Promise<number> =>
  response.ok ? ((await response.json()) as CallResponse).status : response.status;

/** Starts svc-auth for the tests of a file, with browsers and its database. */
export function serveAuth(env: Record<string, string> = {}) {
  let service: RunningService;
  let database: Db;
  beforeAll(async () => {
    service = await startService('svc-auth', { env });
    database = await service.environment.openDatabase('auth');
  });
  afterAll(() => service?.environment.close());
  return {
    get url() {
      return service.url;
    },
    get environment() {
      return service.environment;
    },
    get database() {
      return database;
    },
    logs: () => service.logs(),
    openBrowser: (headers?: Record<string, string>) => createTestBrowser(() => service, headers),
  };
}
