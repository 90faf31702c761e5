import type { IncomingHttpHeaders } from 'node:http';
import { routes } from '@archaka/contracts';
import { getUser, type Log } from '@archaka/service-kit';
import type { RequestHandler, Router } from 'express';
import { toPaymentStatus } from '../../domain/application-state.ts';
import type { ApplicationChange } from '../../persistence/application-change-stream.ts';
import type { Dependencies } from '../dependencies.ts';
import { openEventStream } from './event-stream.ts';
import { createSubscribers, type Subscribers } from './subscribers.ts';

/** The events contain no personal data. */
function toEvents({
  applicationId,
  changedFields,
  orderId,
  state,
  ticketVersion,
}: ApplicationChange): [string, object][] {
  const events: [string, object][] = [];
  const payment_status = toPaymentStatus(state);
  if (changedFields.has('state') && payment_status !== '')
    events.push(['payment', { application_id: applicationId, order_id: orderId, payment_status }]);
  if (changedFields.has('ticketVersion'))
    events.push(['ticket', { application_id: applicationId, version: ticketVersion }]);
  return events;
}

/** Lifetime of a stream whose token has expired by this clock, though not by the issuer's. */
const EXPIRED_TOKEN_STREAM_MS = 60_000;

function getTokenLifetimeMs({ authorization = '' }: IncomingHttpHeaders): number {
  const [, claims = ''] = authorization.split('.');
  const { exp = 0 }: { exp?: number } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const remainingMs = exp * 1000 - Date.now();
  return remainingMs > 0 ? remainingMs : EXPIRED_TOKEN_STREAM_MS;
}

const createStreamHandler =
  (subscribers: Subscribers, log: Log): RequestHandler =>
  async (request, response) => {
    const buffered: ApplicationChange[] = [];
    let deliver = (change: ApplicationChange): void => void buffered.push(change);
    const subscriber = {
      userId: getUser(response).id,
      notify: (change: ApplicationChange) => deliver(change),
      end: () => void response.end(),
    };
    const unsubscribe = () =>
      subscribers.remove(subscriber).catch((err) => log.warn({ err }, 'updates not closed'));
    response.once('close', unsubscribe);
    await subscribers.add(subscriber);
    if (response.destroyed) return;
    const events = openEventStream(response);
    deliver = (change) => {
      for (const [event, data] of toEvents(change)) events.send(event, data);
    };
    buffered.forEach(deliver);
    const expiry = setTimeout(events.end, getTokenLifetimeMs(request.headers));
    response.once('close', () => clearTimeout(expiry));
  };

export function createUpdateStreams({ guard, repositories, log }: Dependencies) {
  const subscribers = createSubscribers(repositories.changes, log);
  return {
    register: (router: Router) =>
      router.get(routes.updates.path, guard.applicant, createStreamHandler(subscribers, log)),
    close: subscribers.close,
  };
}
