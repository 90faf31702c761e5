import { randomInt } from 'node:crypto';
import type { Response } from 'express';

const HEARTBEAT_MS = 15_000;
/** Spreads reconnects after a service restart. */
const RECONNECT_MS = { min: 2000, max: 5000 };

/** The headers disable buffering by proxies; a heartbeat keeps the connection open. */
export function openEventStream(response: Response) {
  response.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  response.write(`retry: ${randomInt(RECONNECT_MS.min, RECONNECT_MS.max)}\n\n`);
  const heartbeat = setInterval(() => response.write(': ping\n\n'), HEARTBEAT_MS);
  response.once('close', () => clearInterval(heartbeat));
  return {
    send: (event: string, data: object) => {
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end: () => {
      response.end();
    },
  };
}
