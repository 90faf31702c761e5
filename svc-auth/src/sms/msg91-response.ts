/**
 * What became of a message: `taken` by MSG91; `refused`: it said no, so nothing leaves; `unreached`: it never heard
 * of it; `unclear`: it may have taken it.
 */
export type SmsResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' | 'unreached' | 'unclear'; readonly error: Error };

/** MSG91 answers in two shapes: `{ type, message }`, and `{ hasError, errors, apiError }` for keys and addresses. */
interface Msg91Response {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly hasError?: unknown;
  readonly errors?: unknown;
  readonly apiError?: unknown;
}

const NO_CONNECTION = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

function parseBody(text: string): Msg91Response {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Without digits, since MSG91 may repeat the number or the OTP in its words. */
function toError(status: number, { message, errors, apiError }: Msg91Response): Error {
  const reason = String(message ?? errors ?? '')
    .slice(0, 200)
    .replace(/\d/g, '#');
  return new Error(`MSG91 answered ${status}, code ${String(apiError ?? 'none')}: ${reason}`);
}

/** MSG91 says 'error' with HTTP 200 too: only its 'success' counts. */
export function parseMsg91Response(status: number, text: string): SmsResult {
  const response = parseBody(text);
  const error = toError(status, response);
  const isOk = status >= 200 && status < 300;
  if (isOk && response.type === 'success') return { kind: 'taken' };
  const isRejected = status < 500 && (!isOk || response.type === 'error' || response.hasError === true);
  return { kind: isRejected ? 'refused' : 'unclear', error };
}

/** A request without an answer: no connection, one that broke, or no answer in time. */
export function toFailureResult(failure: unknown): SmsResult {
  const error = new Error('MSG91 did not answer', { cause: failure });
  const { cause } = Object(failure) as { cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  return { kind: NO_CONNECTION.has(String(code)) ? 'unreached' : 'unclear', error };
}
