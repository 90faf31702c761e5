import { type Call, pathOf } from '@archaka/contracts';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { sayError } from '../messages/say-error.ts';
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

const { callBegan, callEnded } = busySlice.actions;

/** Asks one call of the contracts' table. Business outcomes are answers; all else is an error, and said. */
export const basePortalQuery: BaseQueryFn<PortalRequest, unknown, PortalError> = async (request, asked) => {
  const { signal, dispatch, forced = false } = asked;
  const { call, body, quiet = false, asksToSignIn = true } = request;
  // What is on the page already is read again behind it.
  const background = request.background || forced;
  if (!background) dispatch(callBegan());
  try {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body ?? {}),
      signal,
    };
    const answer = await portalFetch(pathOf(call), init, { asksToSignIn });
    const result = answer.error ? answer : await readJson(answer.data);
    if (result.error && !quiet) sayError(result.error);
    return result;
  } finally {
    if (!background) dispatch(callEnded());
  }
};

const readJson = (
  response: Response,
): Promise<{ data: unknown; error?: never } | { data?: never; error: PortalError }> =>
  response.json().then(
    (data: unknown) => ({ data }),
    () => ({ error: { kind: 'unexpected' } }),
  );
