import { authCookies } from '@archaka/contracts';
import { type Applicant, buildApplicant, buildApplicationForm, buildSignUp } from '../builders/people.ts';
import { eventually } from '../eventually.ts';
import { createProviderClient, type SimulatedPayment } from './provider-client.ts';

/** One browser's cookies of one portal. */
export interface CookieJar {
  /** The value of a request's Cookie header. */
  readonly toHeader: () => string;
  /** `name=value`; empty when there is none of this name. */
  readonly findCookie: (name: string) => string;
  /** Applies the Set-Cookie headers of a response, expired ones included. */
  readonly storeFrom: (headers: Headers) => void;
}

export function createCookieJar(initial = ''): CookieJar {
  const cookies = new Map<string, string>();
  const setCookie = (pair: string) => cookies.set(pair.slice(0, pair.indexOf('=')), pair);
  if (initial) for (const pair of initial.split('; ')) setCookie(pair);

  return {
    toHeader: () => [...cookies.values()].join('; '),
    findCookie: (name) => cookies.get(name) ?? '',
    storeFrom(headers) {
      for (const setCookieHeader of headers.getSetCookie()) {
        const [pair = ''] = setCookieHeader.split(';');
        if (pair.endsWith('=')) cookies.delete(pair.slice(0, -1));
        else setCookie(pair);
      }
    },
  };
}

/** The possible fields of a response: of a business outcome or of problem details. */
export interface DashboardResponseBody {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>[];
  readonly orderId: { readonly id: string } | null;
  readonly message?: string;
  readonly title?: string;
  readonly code?: string;
  readonly errors?: { field: string; message: string }[];
}

export interface DashboardResponse {
  readonly http: number;
  readonly headers: Headers;
  readonly body: DashboardResponseBody;
}

/** An applicant's HTTP client: stores the cookie and sends the public calls. */
export interface ApplicantSession {
  readonly person: Applicant;
  /** `POST /api/dashboard/<call>`. */
  readonly call: (name: string, body?: object) => Promise<DashboardResponse>;
  /** Any other address of the portal, with the session's cookie. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The session's cookie, `name=value`. */
  readonly cookie: () => string;
  /** Signs in with an OTP from the dev inbox. @returns the user id */
  readonly signIn: () => Promise<string>;
}

async function toDashboardResponse(response: Response): Promise<DashboardResponse> {
  const text = await response.text();
  return {
    http: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** The entry point of a portal: its gateway, or a replacement. */
export interface PortalEntryPoint {
  readonly origin: string;
  readonly send: (path: string, init: RequestInit & { readonly headers: Headers }) => Promise<Response>;
}

/** A visitor of the portal at `origin`, not signed up yet. */
export const createVisitorSession = (origin: string, person?: Applicant): ApplicantSession =>
  createApplicantSession({ origin, send: (path, init) => fetch(`${origin}${path}`, init) }, { person });

/** @param who signed in if there is a session cookie */
export function createApplicantSession(
  { origin, send }: PortalEntryPoint,
  { person = buildApplicant(), cookie = '' }: { person?: Applicant | undefined; cookie?: string } = {},
): ApplicantSession {
  const jar = createCookieJar(cookie);
  const sendWithCookies = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const cookies = jar.toHeader();
    if (cookies) headers.set('cookie', cookies);
    const response = await send(path, { redirect: 'manual', ...init, headers });
    jar.storeFrom(response.headers);
    return response;
  };
  const call = async (name: string, body: object = {}) =>
    toDashboardResponse(
      await sendWithCookies(`/api/dashboard/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(body),
      }),
    );

  return {
    person,
    call,
    fetch: sendWithCookies,
    cookie: () => jar.findCookie(authCookies.session),
    async signIn() {
      const { number } = person;
      await call('websiteloginotp', { number });
      const [newest] = (await (await sendWithCookies(`/dev/inbox?number=${number}`)).json()) as {
        otp: string;
      }[];
      const { body } = await call('submitwithotp', { number, otp: newest?.otp });
      person.id = String(body.data[0]?.id);
      return person.id;
    },
  };
}

/** A new applicant who has signed up and signed in. */
export const registerApplicant = (origin: string): Promise<ApplicantSession> =>
  signUpAndSignIn(createVisitorSession(origin));

export async function signUpAndSignIn(session: ApplicantSession): Promise<ApplicantSession> {
  await session.call('submitsignup', buildSignUp(session.person));
  await session.signIn();
  return session;
}

/** Submits the ordinary form of a regular Pravesa applicant. @returns the order id */
export async function submitNewApplication(session: ApplicantSession): Promise<string> {
  const { body } = await session.call(
    'submitapplicationform',
    await buildApplicationForm(session.person, { save_id: 2 }),
  );
  if (!body.orderId) throw new Error(`no order: ${JSON.stringify(body)}`);
  return body.orderId.id;
}

interface ProviderPaymentOptions {
  /** The simulator's address. */
  readonly simulator: string;
  readonly orderId: string;
  /** `lost`: none is sent. */
  readonly webhooks: 'sent' | 'lost';
}

/** Pays the order at the simulator and returns the callback, without posting it. */
export const payAtProvider = ({
  simulator,
  orderId,
  webhooks,
}: ProviderPaymentOptions): Promise<SimulatedPayment> =>
  createProviderClient(simulator).pay({
    order_id: orderId,
    outcome: 'captured',
    ...(webhooks === 'lost' && { webhooks: [] }),
  });

/** Pays the order at the simulator, like its checkout page, and posts the callback. */
export async function completePayment(
  session: ApplicantSession,
  simulator: string,
  orderId: string,
): Promise<SimulatedPayment> {
  await session.call('postorderdata', { order_id: orderId });
  const paid = await payAtProvider({ simulator, orderId, webhooks: 'sent' });
  await session.fetch('/api/payment/callback', { method: 'POST', body: new URLSearchParams(paid.callback) });
  return paid;
}

/** Hundreds who wait in an overload must not use the CPU that they wait for. */
const MAX_TICKET_INTERVAL_MS = 2_000;

/** Waits until the ticket can be downloaded. */
export const waitForTicket = (
  session: ApplicantSession,
  applicationId: string,
  timeoutMs = 30_000,
): Promise<Response> =>
  eventually(
    async () => {
      const response = await session.fetch(`/api/tickets/${applicationId}`);
      if (response.status === 200) return response;
      await response.body?.cancel();
      return undefined;
    },
    { timeoutMs, maxIntervalMs: MAX_TICKET_INTERVAL_MS },
  );
