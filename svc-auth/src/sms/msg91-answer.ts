/**
 * What became of a message: `taken` by MSG91; `refused`: it said no, so nothing leaves; `unreached`: it never heard
 * of it; `unclear`: it may have taken it.
 */
export type HandOver =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' | 'unreached' | 'unclear'; readonly why: Error };

/** MSG91 answers in two shapes: `{ type, message }`, and `{ hasError, errors, apiError }` for keys and addresses. */
interface Answer {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly hasError?: unknown;
  readonly errors?: unknown;
  readonly apiError?: unknown;
}

const NO_CONNECTION = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

function read(text: string): Answer {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Without digits, since MSG91 may repeat the number or the OTP in its words. */
function explain(status: number, { message, errors, apiError }: Answer): Error {
  const words = String(message ?? errors ?? '')
    .slice(0, 200)
    .replace(/\d/g, '#');
  return new Error(`MSG91 answered ${status}, code ${String(apiError ?? 'none')}: ${words}`);
}

/** MSG91 says 'error' with HTTP 200 too: only its 'success' counts. */
export function meaningOf(status: number, text: string): HandOver {
  const said = read(text);
  const why = explain(status, said);
  const isOk = status >= 200 && status < 300;
  if (isOk && said.type === 'success') return { kind: 'taken' };
  const saidNo = status < 500 && (!isOk || said.type === 'error' || said.hasError === true);
  return { kind: saidNo ? 'refused' : 'unclear', why };
}

/** A request without an answer: no connection, one that broke, or no answer in time. */
export function meaningOfFailure(failure: unknown): HandOver {
  const why = new Error('MSG91 did not answer', { cause: failure });
  const { cause } = Object(failure) as { cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  return { kind: NO_CONNECTION.has(String(code)) ? 'unreached' : 'unclear', why };
}
