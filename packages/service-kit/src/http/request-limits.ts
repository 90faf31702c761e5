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
  readonly idleMs: number;
  /** How often connections are looked at. */
  readonly checkIntervalMs: number;
}

/** Decision record 0041. The slowest line an upload is kept going over brings 2,200 bytes a second. */
export const requestLimits: RequestLimits = {
  headersMs: 10_000,
  bodyMs: 20_000,
  bytesPerSecond: 1000,
  requestMs: 300_000,
  idleMs: 120_000,
  checkIntervalMs: 1000,
};

/** What Node itself enforces; it answers 408. */
export const serverOptions = ({ headersMs, requestMs, checkIntervalMs }: RequestLimits): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkIntervalMs,
});

/**
 * Cuts the connection of a body that comes too slowly. It gets no answer: to a resumed upload a broken line is a
 * reason to go on from what has arrived, and a 408 one to give up.
 */
export function cutSlowBody(request: IncomingMessage, { bodyMs, bytesPerSecond }: RequestLimits): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const [startedAt, bytesBefore] = [performance.now(), socket.bytesRead];
  const getRemainingMs = () => {
    const received = socket.bytesRead - bytesBefore;
    return startedAt + bodyMs + (received / bytesPerSecond) * 1000 - performance.now();
  };
  const check = () => {
    if (request.complete) return;
    const remainingMs = getRemainingMs();
    if (remainingMs <= 0) socket.destroy();
    else timer = setTimeout(check, remainingMs);
  };
  let timer = setTimeout(check, bodyMs);
  request.once('close', () => clearTimeout(timer));
}
