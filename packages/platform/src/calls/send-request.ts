import { type CallAnswer, type CallDefinition, type CallRequest, toCallPath } from '@archaka/contracts/calls';
import { useState } from 'react';
import { clearExplanation, sayError } from '../messages/show-message.ts';
import { onNotice } from '../notices/notices.ts';
import { changeState, portalStore } from '../store/portal-store.ts';
import { toRequestInit } from './early-requests.ts';
import { type PortalError, portalFetch } from './portal-fetch.ts';

function waitForSameUser(): Promise<boolean> {
  const { user } = portalStore.getState().user;
  return new Promise((resolve) => {
    const finish = (isSameUser: boolean) => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      resolve(isSameUser);
    };
    const unsubscribes = [
      onNotice('signed-in', (newUser) => finish(newUser.id === user?.id)),
      onNotice('sign-in-left', () => finish(false)),
      onNotice('signed-out', () => finish(false)),
    ];
  });
}

const waitForSameStaff = () =>
  new Promise<boolean>((resolve) => {
    const unsubscribe = onNotice('staff-signed-in', () => {
      unsubscribe();
      resolve(true);
    });
  });

/** Retries once after the same person has signed in again in place. */
export async function retryAfterSignIn<Result extends { error?: PortalError | undefined }>(
  send: () => Promise<Result>,
  waitForSignIn: () => Promise<boolean> = waitForSameUser,
): Promise<Result> {
  const result = await send();
  if (result.error?.kind !== 'signed-out' || !(await waitForSignIn())) return result;
  return send();
}

export interface CallOptions {
  /** Shows no error message. A missing session still asks to sign in. */
  readonly quiet?: boolean | undefined;
  readonly background?: boolean | undefined;
  /** Of a query; default 10 s. */
  readonly timeoutMs?: number | undefined;
}

export interface PortalRequest extends CallOptions {
  readonly call: CallDefinition;
  readonly body: unknown;
  /** False where a visitor's response is as useful. */
  readonly asksToSignIn?: boolean;
}

type RequestResult<Data = unknown> =
  | { data: Data; error?: undefined }
  | { data?: undefined; error: PortalError };

interface SendOptions {
  readonly isCommand: boolean;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof portalFetch;
}

/** A slower query fails and is retried. A command has no limit. */
const QUERY_TIMEOUT_MS = 10_000;

/** Returns business outcomes as data, and shows all other errors. A command continues after a sign-in in place. */
export async function sendRequest(request: PortalRequest, options: SendOptions): Promise<RequestResult> {
  const { quiet = false, background = false, asksToSignIn = true } = request;
  const { isCommand } = options;
  const button = isCommand ? pressedButton.find() : undefined;
  const send = () => whileBusy(() => sendOnce(request, options), { background });
  const waitForSignIn = request.call.session === 'staff' ? waitForSameStaff : waitForSameUser;
  const result = await (isCommand && asksToSignIn ? retryAfterSignIn(send, waitForSignIn) : send());
  // A query's place on the page reports its own failure.
  if (result.error && !quiet) sayError(result.error, { explains: isCommand, button });
  if (!result.error && isCommand && !background) clearExplanation();
  return result;
}

/** The loading overlay covers the page during the work, except for background work. */
export async function whileBusy<Result>(
  work: () => Promise<Result>,
  { background = false }: Pick<CallOptions, 'background'> = {},
): Promise<Result> {
  if (background) return work();
  countCalls(1);
  try {
    return await work();
  } finally {
    countCalls(-1);
  }
}

const countCalls = (change: 1 | -1) =>
  changeState('busy', { calls: portalStore.getState().busy.calls + change });

async function sendOnce(
  { call, body, asksToSignIn = true, timeoutMs = QUERY_TIMEOUT_MS }: PortalRequest,
  { isCommand, signal, fetch = portalFetch }: SendOptions,
): Promise<RequestResult> {
  const fetched = await fetch(
    toCallPath(call),
    { ...toRequestInit(call, body), ...(signal && { signal }) },
    { asksToSignIn, session: call.session, answerWithinMs: isCommand ? undefined : timeoutMs },
  );
  return fetched.error ? { error: fetched.error } : readJson(fetched.data);
}

const readJson = (response: Response): Promise<RequestResult> =>
  response.json().then(
    (data: unknown) => ({ data }),
    () => ({ error: { kind: 'unexpected' } }),
  );

/** In the background for every page's frame, without the store's queries; failures are not shown. */
export const sendQuery = <SentCall extends CallDefinition>(
  call: SentCall,
  body: CallRequest<SentCall>,
  { asksToSignIn = true }: Pick<PortalRequest, 'asksToSignIn'> = {},
) =>
  sendRequest({ call, body, quiet: true, background: true, asksToSignIn }, { isCommand: false }) as Promise<
    RequestResult<CallAnswer<SentCall>>
  >;

export type CommandResult<SentCall extends CallDefinition> = RequestResult<CallAnswer<SentCall>>;

/** Sends a command once; for screens that render before the store's queries are loaded. */
export const sendCommand = <SentCall extends CallDefinition>(
  call: SentCall,
  body: CallRequest<SentCall>,
  options: CallOptions = {},
): Promise<CommandResult<SentCall>> =>
  sendRequest({ call, body, ...options }, { isCommand: true }) as Promise<CommandResult<SentCall>>;

type CommandState = 'idle' | 'loading' | 'failed';

/** @returns how to send the command, and the state of its last call */
export function useCommand<Body, Result extends { error?: unknown }>(send: (body: Body) => Promise<Result>) {
  const [state, setState] = useState<CommandState>('idle');
  const run = async (body: Body): Promise<Result> => {
    setState('loading');
    const result = await send(body);
    setState(result.error ? 'failed' : 'idle');
    return result;
  };
  return [run, { isLoading: state === 'loading', isError: state === 'failed' }] as const;
}

/** The button of the last press; a failure offers to press it once more, with the form as it is then. */
class PressedButton {
  #button: HTMLButtonElement | undefined;

  constructor() {
    globalThis.document?.addEventListener('click', ({ target }) => this.#record(target), true);
  }

  #record(target: EventTarget | null): void {
    this.#button = (target as Element | null)?.closest('button') ?? undefined;
  }

  find(): HTMLButtonElement | undefined {
    return this.#button;
  }
}

const pressedButton = new PressedButton();
