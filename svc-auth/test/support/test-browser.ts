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

interface CallResponse {
  status: number;
  message?: string;
}

interface SignedIn {
  readonly id: string;
  readonly name: string;
  readonly to_confirm?: Record<string, string>;
}

type Service = () => Pick<RunningService, 'url' | 'environment'>;

export const getDifferentOtp = (otp: string): string => String((Number(otp) + 1) % 10_000).padStart(4, '0');

/** Requests of an applicant's browser, as the gateway forwards them to svc-auth. */
export class TestBrowser {
  readonly #service: Service;
  readonly #own: Record<string, string>;
  readonly #jar = createCookieJar();

  /** @param service is called at each request, since suites start the service later. @param own headers of each */
  constructor(service: Service, own: Record<string, string> = {}) {
    this.#service = service;
    this.#own = own;
  }

  /** A browser without cookies. */
  other = () => new TestBrowser(this.#service, this.#own);

  post = async (name: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
    const { url, environment } = this.#service();
    const response = await fetch(`${url}/api/dashboard/${name}`, {
      method: 'POST',
      headers: {
        ...(await environment.forward('svc-auth')),
        'content-type': 'application/json',
        cookie: this.#jar.toHeader(),
        ...this.#own,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    this.#jar.storeFrom(response.headers);
    return response;
  };

  call = async (name: string, body: unknown): Promise<CallResponse> =>
    (await this.post(name, body)).json() as Promise<CallResponse>;

  #readInbox = async <Message>(search: string) =>
    (await fetch(`${this.#service().url}/dev/inbox?${search}`)).json() as Promise<Message[]>;

  /** The dev inbox, newest first. */
  readInbox = (number: string) =>
    this.#readInbox<{ number: string; otp: string; at: string }>(`number=${number}`);

  /** Messages about applications and accounts in it. */
  readTexts = (number: string) => this.#readInbox<{ text: string }>(`kind=texts&number=${number}`);

  readNewestOtp = async (number: string): Promise<string> => (await this.readInbox(number))[0]?.otp ?? '';

  requestOtp = async (number: string): Promise<string> => {
    expect(await this.call('websiteloginotp', { number })).toEqual({ status: 200 });
    return this.readNewestOtp(number);
  };

  /** HTTP's status, or the outcome in the body. */
  guess = async (number: string, otp: string): Promise<number> =>
    toOutcome(await this.post('submitwithotp', { number, otp }));

  guessWrong = async (number: string, otp: string, times: number): Promise<void> => {
    for (let count = 1; count <= times; count += 1)
      expect(await this.guess(number, getDifferentOtp(otp))).toBe(420);
  };

  /** A new applicant who has signed up. */
  createNewcomer = async (): Promise<Applicant> => {
    const person = buildApplicant();
    expect(await this.call('submitsignup', buildSignUp(person))).toEqual({ status: 200 });
    return person;
  };

  /** A new applicant who has signed up and signed in, both on another browser. */
  createMember = async (): Promise<Applicant> => {
    const other = this.other();
    const person = await other.createNewcomer();
    expect(await other.openSession(person.number)).not.toBe('');
    return person;
  };

  signIn = async (number: string, more: object = {}, headers: Record<string, string> = {}) => {
    await this.post('websiteloginotp', { number });
    const body = { number, otp: await this.readNewestOtp(number), ...more };
    const response = await this.post('submitwithotp', body, headers);
    const cookies = response.headers.getSetCookie();
    const [, sessionId = ''] = /archaka_session=([^;]+)/.exec(cookies.join()) ?? [];
    const { data } = (await response.json()) as { data?: [SignedIn] };
    if (!data) throw new Error(`not signed in: ${response.status}`);
    return { answer: data[0], cookies, sessionId, ...this.useSession(sessionId) };
  };

  /** Calls with the session's token. */
  useSession = (sessionId: string) => {
    const request = async (name: string, body: object = {}, more: Record<string, string> = {}) =>
      this.post(name, body, { ...(await this.authorize(sessionId)).headers, ...more });
    return {
      request,
      send: async (name: string, body: object = {}) =>
        (await request(name, body)).json() as Promise<{ status: number; data?: unknown }>,
      isOpen: async () => (await this.exchange(sessionId)).status === 200,
    };
  };

  /** A newcomer on this browser who has signed in. */
  openMember = async (more: object = {}) => {
    const person = await this.createNewcomer();
    return { person, ...(await this.signIn(person.number, more)) };
  };

  /** Signs in; returns the cookie's value. */
  openSession = async (number: string, more: object = {}): Promise<string> =>
    (await this.signIn(number, more)).sessionId;

  /** Exchanges a cookie as the gateway does. */
  exchange = async (session_id: string, audience = 'svc-application'): Promise<Response> =>
    postInternal(this.#service(), 'exchangesession', { session_id, audience });

  /** Headers with the session's token, as the gateway sends them to a service. */
  authorize = async (sessionId: string, audience = 'svc-auth') => {
    const { data } = (await (await this.exchange(sessionId, audience)).json()) as {
      data: [{ token: string; user_id: string }];
    };
    const [{ token, user_id: userId }] = data;
    return { headers: { authorization: `Bearer ${token}` }, userId };
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
  let addressCount = 0;
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
    openBrowser: (headers?: Record<string, string>) => new TestBrowser(() => service, headers),
    /** A browser with an address of its own. */
    openBrowserElsewhere() {
      addressCount += 1;
      return new TestBrowser(() => service, { 'x-forwarded-for': `198.51.100.${addressCount}` });
    },
  };
}
