import type { IncomingMessage, ServerOptions } from 'node:http';
import { hasBody } from './read-body.ts';

export interface RequestLimits {
  /** For all headers; also for a new connection without data. */
  readonly headersMs: number;
  /** For a body without data. */
  readonly bodyMs: number;
  /** Each of this many received bytes extends `bodyMs` by a second. */
  readonly bytesPerSecond: number;
  /** For headers and body together. */
  readonly requestMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  readonly checkIntervalMs: number;
}

/** Decision record 0041. The slowest supported upload line brings 2,200 bytes a second. */
export const requestLimits: RequestLimits = {
  headersMs: 10_000,
  bodyMs: 20_000,
  bytesPerSecond: 1000,
  requestMs: 300_000,
  idleMs: 120_000,
  checkIntervalMs: 1000,
};

/** Node enforces these with 408. */
export const serverOptions = ({ headersMs, requestMs, checkIntervalMs }: RequestLimits): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkIntervalMs,
});

/** Sends no response: a resumable upload continues after a broken connection, but gives up after a 408. */
export function cutSlowBody(request: IncomingMessage, { bodyMs, bytesPerSecond }: RequestLimits): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const [startedAt, bytesBefore] = [performance.now(), socket.bytesRead];
  const getRemainingMs = () => {
    const received = socket.bytesRead - bytesBefore;
    return startedAt + bodyMs + (received / bytesPerSecond) * 1000 - performance.now();
  };
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    if (request.complete || request.destroyed) return;
    const remainingMs = getRemainingMs();
    if (remainingMs <= 0) socket.destroy();
    // A connection that ends after the response closes no request; its timer must not hold the process.
    else timer = setTimeout(check, remainingMs).unref();
  };
  // A short body comes with its headers, before the next tick, and needs no timer.
  process.nextTick(() => {
    check();
    if (timer) request.once('close', () => clearTimeout(timer));
  });
}
