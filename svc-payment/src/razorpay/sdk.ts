import Razorpay from 'razorpay';

export interface RazorpayAccount {
  readonly keyId: string;
  readonly keySecret: string;
  /** Razorpay's own address, or a simulator's. */
  readonly url: string;
}

/** What is needed of the SDK's axios instance. */
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

/** Milliseconds for one request. */
const TIMEOUT_MS = 3_000;

/**
 * The official SDK, at the account's address and with a timeout. It has no options for these, nor for
 * headers, but its axios instance `api.rq` does.
 */
export function createRazorpaySdk(
  { keyId, keySecret, url }: RazorpayAccount,
  headers: Record<string, string> = {},
): Razorpay {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { rq } = sdk.api as unknown as { rq: Transport };
  rq.defaults.baseURL = url;
  rq.defaults.timeout = TIMEOUT_MS;
  // The keys go to this address and to no other.
  rq.defaults.maxRedirects = 0;
  Object.assign(rq.defaults.headers.common, headers);
  rq.interceptors.response.use(undefined, ensureResponse);
  return sdk;
}

interface AxiosFailure {
  readonly code?: string;
  readonly message?: string;
  readonly response?: { readonly status?: number; readonly data?: { readonly error?: unknown } };
}

/** The SDK reads `response.data.error` of every failure, and hides those that have none behind a TypeError. */
function ensureResponse(failure: unknown): Promise<never> {
  const { code, message, response } = Object(failure) as AxiosFailure;
  const error = Object(response?.data).error ?? { code: code ?? 'NO_ANSWER', description: message ?? '' };
  return Promise.reject({ response: { status: response?.status ?? 0, data: { error } } });
}
