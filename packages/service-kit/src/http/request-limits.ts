import type { IncomingMessage, ServerOptions } from 'node:http';
import { hasBody } from './read-body.ts';

/** How long a client may take to send a request, and to take its answer. */
export interface RequestLimits {
  /** For all headers; also for a connection on which nothing has come yet. */
  readonly headersMs: number;
  /** For a body of which nothing comes. */
  readonly bodyMs: number;
  /** A body may take a second longer for so many bytes that have come. */
  readonly bytesPerSecond: number;
  /** For headers and body together, however fast they come. */
  readonly requestMs: number;
  /** Until a connection with a request counts as dead, when no byte goes either way. */
  readonly silenceMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
}

/** Decision record 0041. The slowest line an upload is kept going over brings 2,200 bytes a second. */
export const requestLimits: RequestLimits = {
  headersMs: 10_000,
  bodyMs: 20_000,
  bytesPerSecond: 1000,
  requestMs: 300_000,
  silenceMs: 120_000,
  checkMs: 1000,
};

/** What Node itself enforces; it answers 408. */
export const serverOptions = ({ headersMs, requestMs, checkMs }: RequestLimits): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkMs,
});

/**
 * Cuts the connection of a body that comes too slowly. It gets no answer: to a resumed upload a broken line is a
 * reason to go on from what has arrived, and a 408 one to give up.
 */
export function cutSlowBody(request: IncomingMessage, { bodyMs, bytesPerSecond }: RequestLimits): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const [begunAt, bytesBefore] = [performance.now(), socket.bytesRead];
  const msLeft = () => {
    const received = socket.bytesRead - bytesBefore;
    return begunAt + bodyMs + (received / bytesPerSecond) * 1000 - performance.now();
  };
  const check = () => {
    if (request.complete) return;
    const left = msLeft();
    if (left <= 0) socket.destroy();
    else timer = setTimeout(check, left);
  };
  let timer = setTimeout(check, bodyMs);
  request.once('close', () => clearTimeout(timer));
}
