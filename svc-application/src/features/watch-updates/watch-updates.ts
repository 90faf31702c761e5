import type { IncomingHttpHeaders } from 'node:http';
import { routes } from '@archaka/contracts';
import { type Log, userOf } from '@archaka/service-kit';
import type { RequestHandler, Router } from 'express';
import { paymentStatusOf } from '../../domain/application-state.ts';
import type { ApplicationChange } from '../../store/application-changes.ts';
import type { Setting } from '../setting.ts';
import { openEventStream } from './event-stream.ts';
import { makeSubscribers, type Subscribers } from './subscribers.ts';

/** The events that a change is told as; no personal data in them. */
function eventsOf({
  applicationId,
  changed,
  orderId,
  state,
  ticketVersion,
}: ApplicationChange): [string, object][] {
  const events: [string, object][] = [];
  const payment_status = paymentStatusOf(state);
  if (changed.has('state') && payment_status !== '')
    events.push(['payment', { application_id: applicationId, order_id: orderId, payment_status }]);
  if (changed.has('ticketVersion'))
    events.push(['ticket', { application_id: applicationId, version: ticketVersion }]);
  return events;
}

/** So long a stream lasts whose token is over by our clock, though not by the one it was made by. */
const OTHER_CLOCKS_STREAM_MS = 60_000;

/** Milliseconds until the user's token ends: the browser then connects again with a fresh one. */
function tokenLife({ authorization = '' }: IncomingHttpHeaders): number {
  const [, claims = ''] = authorization.split('.');
  const { exp = 0 }: { exp?: number } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const left = exp * 1000 - Date.now();
  return left > 0 ? left : OTHER_CLOCKS_STREAM_MS;
}

const stream =
  (subscribers: Subscribers, log: Log): RequestHandler =>
  async (request, response) => {
    const waiting: ApplicationChange[] = [];
    let tell = (change: ApplicationChange): void => void waiting.push(change);
    const subscriber = {
      userId: userOf(response).id,
      tell: (change: ApplicationChange) => tell(change),
      end: () => void response.end(),
    };
    const leave = () =>
      subscribers.remove(subscriber).catch((err) => log.warn({ err }, 'updates not closed'));
    response.once('close', leave);
    await subscribers.add(subscriber);
    if (response.destroyed) return;
    const events = openEventStream(response);
    tell = (change) => {
      for (const [event, data] of eventsOf(change)) events.send(event, data);
    };
    waiting.forEach(tell);
    const expiry = setTimeout(events.end, tokenLife(request.headers));
    response.once('close', () => clearTimeout(expiry));
  };

/** `GET /api/updates`: what becomes of the signed-in user's payments and tickets, on any instance. */
export function watchUpdates({ guard, stores, log }: Setting) {
  const subscribers = makeSubscribers(stores.changes, log);
  return {
    routes: (router: Router) => router.get(routes.updates.path, guard.applicant, stream(subscribers, log)),
    close: subscribers.close,
  };
}
