import type { CallSession, Challenge, FieldError, PrivacyNotice } from '@archaka/contracts/calls';
import { clearOfflineData } from '../device/browser-extras.ts';
import { networkState } from '../network/network-state.tsx';
import { sendNotice } from '../notices/notices.ts';
import { claimEarly } from './early-requests.ts';

export type PortalError =
  | {
      readonly kind: 'invalid';
      readonly title: string;
      readonly errors: readonly FieldError[];
      /** The current notice, when personal data was sent under another. */
      readonly notice?: PrivacyNotice | undefined;
    }
  | { readonly kind: 'signed-out' }
  /** `retryAfter`: seconds. */
  | { readonly kind: 'too-many'; readonly retryAfter: number }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  | { readonly kind: 'another-password' }
  /** Before the opening, after the closing or after the last day for edits; `title` says which. */
  | { readonly kind: 'closed'; readonly title: string }
  /** Another window, another device or the bank changed the state; `title` says which, `errors` what. */
  | { readonly kind: 'conflict'; readonly title: string; readonly errors: readonly FieldError[] }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'wrong-type'; readonly title: string }
  /** The waiting room has not admitted the visitor. */
  | { readonly kind: 'portal-full' }
  | { readonly kind: 'unexpected' };

/** A service that is down, an instance without the call yet, or a portal that is full. */
export const isTransient = (error: unknown): boolean =>
  ['unexpected', 'not-found', 'portal-full'].includes((error as PortalError | undefined)?.kind ?? '');

interface ProblemBody {
  code?: string;
  title?: string;
  errors?: FieldError[];
  challenge?: Challenge;
  privacy_notice?: PrivacyNotice;
}

/** Reads the body to its end, so that the browser frees the connection. */
export async function errorOf(response: Response): Promise<PortalError> {
  const problem = parseProblem(await response.text());
  const { code = '', title = 'Error..!', errors = [], challenge, privacy_notice: notice } = problem ?? {};
  const invalid: PortalError = problem ? { kind: 'invalid', title, errors, notice } : { kind: 'unexpected' };
  switch (response.status) {
    case 400:
      return invalid;
    case 401:
      return { kind: 'signed-out' };
    case 403:
      return code === 'closed' || code === 'edits-closed' ? { kind: 'closed', title } : { kind: 'forbidden' };
    case 404:
      return { kind: 'not-found' };
    case 409:
      return code === 'conflict' ? { kind: 'conflict', title, errors } : invalid;
    case 413:
      return { kind: 'too-large' };
    case 415:
      return { kind: 'wrong-type', title: problem?.title ?? '' };
    case 428:
      if (challenge) return { kind: 'challenge', challenge };
      return { kind: code === 'another-password' ? 'another-password' : 'unexpected' };
    case 429:
      return { kind: 'too-many', retryAfter: Number(response.headers.get('retry-after')) || 1 };
    case 503:
      return { kind: code === 'portal-full' ? 'portal-full' : 'unexpected' };
    default:
      return { kind: 'unexpected' };
  }
}

function parseProblem(text: string): ProblemBody | undefined {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return undefined;
  }
}

export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** One trace for each page load, which joins an applicant's successive requests. */
const traceId = randomHex(16);

const createTraceparent = (): string => `00-${traceId}-${randomHex(8)}-01`;

/** A body without data for this long counts as aborted. */
const BODY_IDLE_TIMEOUT_MS = 30_000;

/** Aborts a late response or a stalled body. `responseTimeoutMs` defaults to the gateway's timeout. */
async function fetchWithTimeouts(
  path: string,
  init: RequestInit,
  responseTimeoutMs: number | undefined,
): Promise<Response> {
  const early = claimEarly(path, init);
  const controller = early?.controller ?? new AbortController();
  const abort = () => controller.abort();
  if (init.signal?.aborted) abort();
  init.signal?.addEventListener('abort', abort);
  const responseTimer = responseTimeoutMs === undefined ? undefined : setTimeout(abort, responseTimeoutMs);
  try {
    const response = early?.response ?? fetch(path, { ...init, signal: controller.signal });
    return abortWhenIdle(await response, abort);
  } finally {
    clearTimeout(responseTimer);
  }
}

function abortWhenIdle(response: Response, abort: () => void): Response {
  if (!response.body) return response;
  let idleTimer = setTimeout(abort, BODY_IDLE_TIMEOUT_MS);
  const watchdog = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, sink) {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(abort, BODY_IDLE_TIMEOUT_MS);
      sink.enqueue(chunk);
    },
    flush: () => clearTimeout(idleTimer),
  });
  return new Response(response.body.pipeThrough(watchdog), response);
}

export type FetchResult = { data: Response; error?: undefined } | { data?: undefined; error: PortalError };

export interface FetchOptions {
  readonly asksToSignIn?: boolean;
  /** Whose session the request needs; default an applicant's. */
  readonly session?: CallSession;
  readonly answerWithinMs?: number | undefined;
}

/** Rejects only when `init.signal` aborts. */
export async function portalFetch(
  path: string,
  init: RequestInit = {},
  { asksToSignIn = true, session, answerWithinMs }: FetchOptions = {},
): Promise<FetchResult> {
  try {
    const headers = new Headers(init.headers);
    // Another origin, such as the payment request handler's, would need to allow it by CORS.
    if (path.startsWith('/')) headers.set('traceparent', createTraceparent());
    const requestInit = { credentials: 'same-origin', ...init, headers } as const;
    const response = await fetchWithTimeouts(path, requestInit, answerWithinMs);
    // Only a POST proves that the portal was reached: the browser may answer other requests from its cache.
    if (init.method === 'POST') networkState.reportAnswer();
    if (response.ok) return { data: response };
    const error = await errorOf(response);
    if (error.kind !== 'signed-out') return { error };
    if (session !== 'staff') clearOfflineData();
    if (asksToSignIn) sendNotice(session === 'staff' ? 'staff-sign-in-needed' : 'sign-in-needed', undefined);
    return { error };
  } catch (failure) {
    if (init.signal?.aborted) throw failure;
    return { error: { kind: 'unexpected' } };
  }
}
