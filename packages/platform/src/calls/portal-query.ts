import { type Call, toCallPath } from '@archaka/contracts';
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { sayError } from '../messages/say-error.ts';
import { retryAfterSignIn } from '../session/retry-after-sign-in.ts';
import { busySlice } from './busy-slice.ts';
import type { PortalError } from './portal-error.ts';
import { portalFetch } from './portal-fetch.ts';

export interface CallOptions {
  /** Says nothing when the call fails; the caller does. A missing session still asks to sign in. */
  readonly quiet?: boolean;
  /** Runs without the loading overlay. */
  readonly background?: boolean;
}

export interface PortalRequest extends CallOptions {
  readonly call: Call;
  readonly body: unknown;
  /** False where a visitor is an answer as good as any. */
  readonly asksToSignIn?: boolean;
}

const { callStarted: callBegan, callEnded } = busySlice.actions;

/** A query that has no answer by then counts as failed, and is asked again; a command has all the time there is. */
const QUERY_TIMEOUT_MS = 10_000;

/**
 * Asks one call of the contracts' table. Business outcomes are answers; all else is an error, and said.
 * What was pressed goes on by itself after a session that had run out was begun anew in place.
 */
export const basePortalQuery: BaseQueryFn<PortalRequest, unknown, PortalError> = async (
  request,
  queryApi,
) => {
  const { quiet = false, asksToSignIn = true } = request;
  const send = () => sendOnce(request, queryApi);
  const resumesAfterSignIn = queryApi.type === 'mutation' && asksToSignIn;
  const result = await (resumesAfterSignIn ? retryAfterSignIn(send) : send());
  if (result.error && !quiet) sayError(result.error);
  return result;
};

async function sendOnce(request: PortalRequest, { signal, dispatch, type, forced = false }: BaseQueryApi) {
  const { call, body, asksToSignIn = true } = request;
  // What is on the page already is read again behind it.
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

/** What anyone may read is fetched, so that the browser keeps it from visit to visit; all else is posted. */
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
