import { DependencyUnavailable, dependencyUnavailable } from '@archaka/service-kit';
import { ExponentialBackoff, handleWhen, retry, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import Razorpay from 'razorpay';
import * as z from 'zod';

export interface RazorpayAccount {
  readonly keyId: string;
  readonly keySecret: string;
  /** Razorpay's address, or a simulator's. */
  readonly url: string;
}

interface Transport {
  readonly defaults: {
    baseURL?: string;
    timeout?: number;
    maxRedirects?: number;
    headers: { common: Record<string, unknown> };
  };
  readonly interceptors: {
    readonly response: { use(fulfilled: undefined, rejected: (error: unknown) => Promise<never>): void };
  };
}

const TIMEOUT_MS = 3_000;

/** The SDK has no options for address, timeout and headers, but its axios instance `api.rq` has. */
export function createRazorpaySdk(
  { keyId, keySecret, url }: RazorpayAccount,
  headers: Record<string, string> = {},
): Razorpay {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { rq } = sdk.api as unknown as { rq: Transport };
  rq.defaults.baseURL = url;
  rq.defaults.timeout = TIMEOUT_MS;
  // A redirect would send the keys to another address.
  rq.defaults.maxRedirects = 0;
  // Axios also offers Brotli, whose decoder in Node has an out-of-bounds write before 24.22.1 (CVE-2026-111497).
  Object.assign(rq.defaults.headers.common, { 'Accept-Encoding': 'gzip' }, headers);
  rq.interceptors.response.use(undefined, ensureResponse);
  return sdk;
}

interface AxiosFailure {
  readonly code?: string;
  readonly message?: string;
  readonly response?: { readonly status?: number; readonly data?: { readonly error?: unknown } };
}

/** The SDK reads `response.data.error` of every failure, and throws a TypeError where there is none. */
function ensureResponse(failure: unknown): Promise<never> {
  const { code, message, response } = Object(failure) as AxiosFailure;
  const error = Object(response?.data).error ?? { code: code ?? 'NO_ANSWER', description: message ?? '' };
  return Promise.reject({ response: { status: response?.status ?? 0, data: { error } } });
}

/** Nothing was done at Razorpay. */
export class ProviderRejection extends Error {
  override readonly name = 'ProviderRejection';
}

/** The request may have taken effect. */
class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

export const isOutcomeUnknown = (error: unknown): boolean => Object(error).cause instanceof NoResponse;

const sdkErrorSchema = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string().catch('UNKNOWN'), description: z.string().catch('') }),
});

const REJECTION_STATUSES = [400, 404, 422];
const NO_RESPONSE_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET'];

export function toFailure(thrown: unknown): ProviderRejection | DependencyUnavailable {
  if (thrown instanceof DependencyUnavailable || thrown instanceof ProviderRejection) return thrown;
  const { data } = sdkErrorSchema.safeParse(thrown);
  if (!data) return dependencyUnavailable('razorpay', thrown);
  const message = `${data.error.code}: ${data.error.description}`;
  if (REJECTION_STATUSES.includes(data.statusCode)) return new ProviderRejection(message);
  const ErrorClass = NO_RESPONSE_CODES.includes(data.error.code) ? NoResponse : Error;
  return dependencyUnavailable('razorpay', new ErrorClass(`${data.statusCode} ${message}`));
}

/** For a query with its retries. */
const QUERY_TIMEOUT_MS = 3_500;

const retryPolicy = retry(
  handleWhen((error) => error instanceof DependencyUnavailable),
  { maxAttempts: 1, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }) },
);
const queryPolicy = wrap(timeout(QUERY_TIMEOUT_MS, TimeoutStrategy.Aggressive), retryPolicy);

const throwFailure = (error: unknown): never => {
  throw toFailure(error);
};

export const sendOnce = async <Result>(request: () => Promise<Result>): Promise<Result> =>
  request().catch(throwFailure);

/** Retries once when Razorpay does not answer. */
export const sendWithRetry = async <Result>(request: () => Promise<Result>): Promise<Result> =>
  queryPolicy.execute(() => sendOnce(request)).catch(throwFailure);

/** @throws DependencyUnavailable when the work takes longer; it continues and may still take effect */
export const withTimeout = async <Result>(
  ms: number,
  work: (context: { signal: AbortSignal }) => Promise<Result>,
): Promise<Result> =>
  timeout(ms, TimeoutStrategy.Aggressive)
    .execute(work)
    .catch((error: unknown) => {
      throw isTimeout(error) ? dependencyUnavailable('razorpay', error) : error;
    });

const isTimeout = (error: unknown): boolean => Object(error).isTaskCancelledError === true;
