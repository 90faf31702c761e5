import { type Call, toCallPath } from '@archaka/contracts';
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { sayError } from '../messages/say-error.ts';
import { clearExplanation } from '../messages/show-message.ts';
import { retryAfterSignIn } from '../session/retry-after-sign-in.ts';
import { busySlice } from './busy-slice.ts';
import type { PortalError } from './portal-error.ts';
import { portalFetch } from './portal-fetch.ts';

export interface CallOptions {
  /** Shows no error message. A missing session still asks to sign in. */
  readonly quiet?: boolean;
  readonly background?: boolean;
}

export interface PortalRequest extends CallOptions {
  readonly call: Call;
  readonly body: unknown;
  /** False where a visitor's response is as useful. */
  readonly asksToSignIn?: boolean;
}

const { callStarted: callBegan, callEnded } = busySlice.actions;

/** A slower query fails and is retried. A command has no limit. */
const QUERY_TIMEOUT_MS = 10_000;

/** Returns business outcomes as data, and shows all other errors. Continues after a sign-in in place. */
export const basePortalQuery: BaseQueryFn<PortalRequest, unknown, PortalError> = async (
  request,
  queryApi,
) => {
  const { quiet = false, asksToSignIn = true } = request;
  const send = () => sendOnce(request, queryApi);
  const isCommand = queryApi.type === 'mutation';
  const result = await (isCommand && asksToSignIn ? retryAfterSignIn(send) : send());
  // What a query would have brought says so in its own place.
  if (result.error && !quiet) sayError(result.error, { explains: isCommand });
  if (!result.error && isCommand && !request.background) clearExplanation();
  return result;
};

async function sendOnce(request: PortalRequest, { signal, dispatch, type, forced = false }: BaseQueryApi) {
  const { call, body, asksToSignIn = true } = request;
  // The page already shows data while a forced refetch runs.
  const background = request.background || forced;
  if (!background) dispatch(callBegan());
  try {
    const fetched = await portalFetch(
      toCallPath(call),
      { ...toRequestInit(call, body), signal },
      {
        asksToSignIn,
        answerWithinMs: type === 'query' ? QUERY_TIMEOUT_MS : undefined,
      },
    );
    return fetched.error ? fetched : await readJson(fetched.data);
  } finally {
    if (!background) dispatch(callEnded());
  }
}

/** Public queries use GET, so that the browser caches them. */
const toRequestInit = (call: Call, body: unknown): RequestInit =>
  call.get
    ? { headers: { Accept: 'application/json' } }
    : {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body ?? {}),
      };

const readJson = (
  response: Response,
): Promise<{ data: unknown; error?: never } | { data?: never; error: PortalError }> =>
  response.json().then(
    (data: unknown) => ({ data }),
    () => ({ error: { kind: 'unexpected' } }),
  );
