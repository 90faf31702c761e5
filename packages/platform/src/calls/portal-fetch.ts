import { sendNotice } from '../notices/notices.ts';
import { fetchWithTimeouts } from './fetch-with-timeouts.ts';
import { errorOf, type PortalError } from './portal-error.ts';
import { createTraceparent } from './traceparent.ts';

export type FetchResult = { data: Response; error?: undefined } | { data?: undefined; error: PortalError };

interface FetchOptions {
  /** Whether a refusal for want of a session asks to sign in, in place. */
  readonly asksToSignIn?: boolean;
  /** How long it may be until an answer begins to come; without it as long as the gateway waits. */
  readonly answerWithinMs?: number | undefined;
}

/** Asks the portal's own server; never throws but when `init.signal` says to stop. */
export async function portalFetch(
  path: string,
  init: RequestInit = {},
  { asksToSignIn = true, answerWithinMs }: FetchOptions = {},
): Promise<FetchResult> {
  try {
    const headers = new Headers(init.headers);
    // Another origin, such as the payment request handler's, would have to allow it.
    if (path.startsWith('/')) headers.set('traceparent', createTraceparent());
    const requestInit = { credentials: 'same-origin', ...init, headers } as const;
    const response = await fetchWithTimeouts(path, requestInit, answerWithinMs);
    if (response.ok) return { data: response };
    const error = await errorOf(response);
    if (error.kind === 'signed-out' && asksToSignIn) sendNotice('sign-in-needed', undefined);
    return { error };
  } catch (failure) {
    if (init.signal?.aborted) throw failure;
    return { error: { kind: 'unexpected' } };
  }
}
