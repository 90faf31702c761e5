import Razorpay from 'razorpay';

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
