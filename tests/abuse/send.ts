import { type IncomingMessage, request } from 'node:http';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Attack } from './attack.ts';
import type { Door } from './doors.ts';

/** The longest that any door may take over a hostile request. */
const ANSWER_MS = scaledTimeout(30_000);

/** An HTTP status; `cut` when the connection ended without one, `silent` when nothing came in time. */
export type Outcome = number | 'cut' | 'silent';

interface Sent extends Pick<Attack, 'half'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Sends a request over a connection of its own, which ends with the answer's head. */
export function send(
  { url, method }: Pick<Door, 'url' | 'method'>,
  { headers, body, half }: Sent,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const length = body ? { 'content-length': String(body.length) } : {};
  const asked = request(url, { method, headers: { ...length, ...headers }, agent: false });
  const late = setTimeout(() => end('silent'), ANSWER_MS);
  const end = (outcome: Outcome) => {
    clearTimeout(late);
    resolve(outcome);
    asked.destroy();
  };
  asked.once('response', ({ statusCode }: IncomingMessage) => end(statusCode ?? 'cut'));
  asked.on('error', () => end('cut'));
  if (half && body) asked.write(body.subarray(0, body.length / 2), () => end('cut'));
  else asked.end(body);
  return promise;
}
