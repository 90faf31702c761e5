import { type CallDefinition, toCallPath } from '@archaka/contracts/calls';

/** Milliseconds after which what was read early may be outdated. */
const USABLE_MS = 15_000;

interface EarlyRequest {
  readonly response: Promise<Response>;
  readonly controller: AbortController;
  readonly sentAt: number;
}

declare global {
  var archakaEarlyRequests: Map<string, EarlyRequest> | undefined;
}

/** Sent by a script of its own, and claimed by the shell's. */
const requests: Map<string, EarlyRequest> = globalThis.archakaEarlyRequests ?? new Map();
globalThis.archakaEarlyRequests = requests;

const toKey = (path: string, { body }: RequestInit): string => `${path} ${body ?? ''}`;

/** Public queries use GET, so that the browser caches them. */
export const toRequestInit = (call: CallDefinition, body: unknown): RequestInit =>
  call.get
    ? { headers: { Accept: 'application/json' } }
    : {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body ?? {}),
      };

/** Sends what the first screen reads while its scripts still start: on a slow line it waits half a second less. */
export function sendEarly(call: CallDefinition): void {
  const path = toCallPath(call);
  const init = toRequestInit(call, {});
  const controller = new AbortController();
  const response = fetch(path, { credentials: 'same-origin', ...init, signal: controller.signal });
  response.catch(() => undefined);
  requests.set(toKey(path, init), { response, controller, sentAt: performance.now() });
}

/** @returns the same request if it was sent early; only once */
export function claimEarly(path: string, init: RequestInit): EarlyRequest | undefined {
  const key = toKey(path, init);
  const early = requests.get(key);
  requests.delete(key);
  return early && performance.now() - early.sentAt < USABLE_MS ? early : undefined;
}
