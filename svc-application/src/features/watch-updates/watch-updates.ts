import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@archaka/contracts';
import { getUser, type Log } from '@archaka/service-kit';
import type { RequestHandler, Response, Router } from 'express';
import { toPaymentStatus } from '../../domain/application-state.ts';
import type {
  ApplicationChange,
  ApplicationChangeStream,
} from '../../persistence/application-change-stream.ts';
import type { Dependencies } from '../dependencies.ts';

interface Subscriber {
  readonly userId: string;
  readonly notify: (change: ApplicationChange) => void;
  readonly end: () => void;
}

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

/** Exponential, with jitter to spread the instances. */
const calculateBackoffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures) * (0.5 + Math.random() / 2);

/** The open streams of applicants' pages. They share one change stream, open while there are any. */
export class Subscribers {
  readonly #changes: Pick<ApplicationChangeStream, 'watch'>;
  readonly #log: Log;
  readonly #subscribers = new Set<Subscriber>();
  #opening: Promise<() => Promise<void>> | undefined;
  #failures = 0;

  constructor(changes: Pick<ApplicationChangeStream, 'watch'>, log: Log) {
    this.#changes = changes;
    this.#log = log;
  }

  /** Resolves once no later change can be missed. */
  async add(subscriber: Subscriber): Promise<void> {
    this.#subscribers.add(subscriber);
    this.#opening ??= this.#open();
    const attempt = this.#opening;
    try {
      await attempt;
      this.#failures = 0;
    } catch (error) {
      if (this.#opening === attempt) {
        this.#opening = undefined;
        this.#failures += 1;
      }
      throw error;
    }
  }

  async remove(subscriber: Subscriber): Promise<void> {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size === 0) await this.#closeStream();
  }

  async close(): Promise<void> {
    this.#endAll();
    await this.#closeStream();
  }

  async #open(): Promise<() => Promise<void>> {
    await pause(calculateBackoffMs(this.#failures));
    return this.#changes.watch({
      onChange: (change) => {
        for (const subscriber of this.#subscribers)
          if (subscriber.userId === change.userId) subscriber.notify(change);
      },
      onEnd: (error) => {
        this.#log.warn({ err: error }, 'watching for updates failed; pages connect again');
        this.#closeStream().catch((err) => this.#log.warn({ err }, 'closing the watch for updates failed'));
        this.#endAll();
      },
    });
  }

  async #closeStream(): Promise<void> {
    const current = this.#opening;
    this.#opening = undefined;
    const closeStream = await current?.catch(() => undefined);
    await closeStream?.();
  }

  #endAll(): void {
    for (const subscriber of this.#subscribers) subscriber.end();
  }
}

const HEARTBEAT_MS = 15_000;
/** Spreads reconnects after a service restart. */
const RECONNECT_MS = { min: 2000, max: 5000 };

/** The headers disable buffering by proxies; a heartbeat keeps the connection open. */
function openEventStream(response: Response) {
  response.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  response.write(`retry: ${randomInt(RECONNECT_MS.min, RECONNECT_MS.max)}\n\n`);
  const heartbeat = setInterval(() => {
    // An ended stream is open until its last bytes are sent.
    if (!response.writableEnded) response.write(': ping\n\n');
  }, HEARTBEAT_MS);
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

/** The events contain no personal data. */
function toEvents({
  applicationId,
  orderId,
  newState,
  ticketVersion,
  isTicketChanged,
  isDecided,
}: ApplicationChange): [string, object][] {
  const events: [string, object][] = [];
  const payment_status = newState && toPaymentStatus(newState);
  if (payment_status)
    events.push(['payment', { application_id: applicationId, order_id: orderId, payment_status }]);
  if (isTicketChanged) events.push(['ticket', { application_id: applicationId, version: ticketVersion }]);
  if (isDecided) events.push(['decision', { application_id: applicationId }]);
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
      subscribers
        .remove(subscriber)
        .catch((err) => log.warn({ err }, 'closing the watch for updates failed'));
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
  const subscribers = new Subscribers(repositories.changes, log);
  return {
    register: (router: Router) =>
      router.get(routes.updates.path, guard.applicant, createStreamHandler(subscribers, log)),
    close: () => subscribers.close(),
  };
}
