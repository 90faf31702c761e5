import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { triesWithin } from '@archaka/service-kit/server';
import type { Dispatcher, Pool } from 'undici';
import { isEventStream } from './event-streams.ts';
import { headersForClient } from './headers.ts';
import { holdBody, lendBody } from './held-body.ts';

/** Nothing was sent. */
const UNCONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** After this nothing is sent again: an applicant waits, and a connection may take seconds to come to nothing. */
const REPEAT_MS = 3000;

/** How long a service may take to read what a client sent before its connection broke. */
const DRAIN_MS = 5000;

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Pool;
  readonly headers: Record<string, string | string[]>;
  /** Whether it may be sent again although the service may have heard it. */
  readonly repeatable: boolean;
  /** Whether the body goes on as it comes, from its first byte. */
  readonly streamsBody: boolean;
  /** Which of the cookies that the service sets the client gets. */
  readonly allowCookies: (setCookies: string | string[] | undefined) => string[];
  /** Sees status and headers of the answer before the client does. */
  readonly onAnswer: (answer: { status: number; headers: Dispatcher.ResponseData['headers'] }) => void;
}

/** The service could not be reached, or the connection broke before it answered. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';

  constructor(cause: unknown) {
    super('The service does not answer', { cause });
  }

  /** Whether the service cannot have heard of the request. */
  get isUnheard(): boolean {
    return UNCONNECTED.has(this.#code);
  }

  /** Whether the connection held, and patience has ended. */
  get isSilence(): boolean {
    return this.#code === 'UND_ERR_HEADERS_TIMEOUT';
  }

  get #code(): string {
    return (this.cause as NodeJS.ErrnoException).code ?? '';
  }
}

/** The client has gone; nobody waits for an answer any more. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Sends a request on and streams the answer back. What finds no connection is sent again, for there may be another
 * instance.
 * @throws ConnectionFailed while the client has got nothing yet, ClientGone when it has left
 */
export async function forward(forwarding: Forwarding): Promise<void> {
  const { request, repeatable, streamsBody } = forwarding;
  const body = streamsBody ? lendBody(request) : await holdBody(request).catch(gone);
  if (body instanceof Readable) return send(forwarding, body);
  const mayRepeat = (error: unknown) =>
    error instanceof ConnectionFailed && (error.isUnheard || (repeatable && !error.isSilence));
  await triesWithin(REPEAT_MS, mayRepeat).execute(() => send(forwarding, body));
}

function gone(): never {
  throw new ClientGone();
}

/** Does it once nothing of the body is left to send on, and after some seconds whatever is left. */
function afterLast(body: Buffer | Readable | null, leave: () => void): void {
  if (!(body instanceof Readable) || body.closed) {
    leave();
    return;
  }
  const late = setTimeout(leave, DRAIN_MS);
  body.once('close', () => {
    clearTimeout(late);
    leave();
  });
}

async function send(forwarding: Forwarding, body: Buffer | Readable | null): Promise<void> {
  const { request, response, upstream, headers, allowCookies, onAnswer } = forwarding;
  if (response.destroyed) throw new ClientGone();
  const left = new AbortController();
  const leave = () => {
    // Nothing is left to stop, and an abort costs a stack trace.
    if (response.writableFinished && !(body instanceof Readable)) return;
    afterLast(body, () => left.abort());
  };
  response.once('close', leave);
  try {
    const options = {
      method: request.method as Dispatcher.HttpMethod,
      path: request.url ?? '/',
      headers,
      body,
    };
    await upstream.stream({ ...options, signal: left.signal }, ({ statusCode, headers: answered }) => {
      onAnswer({ status: statusCode, headers: answered });
      response.writeHead(statusCode, headersForClient(answered, allowCookies(answered['set-cookie'])));
      // An event stream may be silent at first; its reader wants to know that it is there.
      if (isEventStream(answered)) response.flushHeaders();
      return response;
    });
  } catch (error) {
    if (response.destroyed) throw new ClientGone();
    if (response.headersSent) {
      response.destroy();
      throw new ClientGone();
    }
    throw new ConnectionFailed(error);
  } finally {
    response.off('close', leave);
  }
}
