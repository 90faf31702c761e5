import type { IncomingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';

/** Of the 15 minutes of a token so ten are left at least when svc-auth goes down. */
const RENEW_INTERVAL_MS = 5 * 60_000;

export const isEventStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false;

/** Keeps the token of an open page young: its applicant may do nothing for long, and then save a form. */
export function renewWhileOpen(stream: Writable, renew: () => Promise<unknown>): void {
  const timer = setInterval(() => renew().catch(() => undefined), RENEW_INTERVAL_MS);
  stream.once('close', () => clearInterval(timer));
}
