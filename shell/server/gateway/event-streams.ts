import type { IncomingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';

/** Leaves at least ten of a token's 15 minutes when svc-auth fails. */
const RENEW_INTERVAL_MS = 5 * 60_000;

export const isEventStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false;

/** Keeps an open page's token fresh, since its applicant may save a form after a long pause. */
export function renewWhileOpen(stream: Writable, renew: () => Promise<unknown>): void {
  const timer = setInterval(() => renew().catch(() => undefined), RENEW_INTERVAL_MS);
  stream.once('close', () => clearInterval(timer));
}
