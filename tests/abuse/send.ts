import { type IncomingMessage, request } from 'node:http';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Attack } from './attack.ts';
import type { Endpoint } from './endpoints.ts';

/** Maximum time of any endpoint for a hostile request. */
const RESPONSE_TIMEOUT_MS = scaledTimeout(30_000);

/** An HTTP status; `cut` if the connection ended without one, `silent` without a response in time. */
export type Outcome = number | 'cut' | 'silent';

interface RequestContent extends Pick<Attack, 'isIncomplete'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Sends a request over a separate connection, which is closed after the response's head. */
export function send(
  { url, method }: Pick<Endpoint, 'url' | 'method'>,
  { headers, body, isIncomplete }: RequestContent,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const length = body ? { 'content-length': String(body.length) } : {};
  const clientRequest = request(url, { method, headers: { ...length, ...headers }, agent: false });
  const timeout = setTimeout(() => end('silent'), RESPONSE_TIMEOUT_MS);
  const end = (outcome: Outcome) => {
    clearTimeout(timeout);
    resolve(outcome);
    clientRequest.destroy();
  };
  clientRequest.once('response', ({ statusCode }: IncomingMessage) => end(statusCode ?? 'cut'));
  clientRequest.on('error', () => end('cut'));
  if (isIncomplete && body) clientRequest.write(body.subarray(0, body.length / 2), () => end('cut'));
  else clientRequest.end(body);
  return promise;
}
