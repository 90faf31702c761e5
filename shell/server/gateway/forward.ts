import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { retryWithin } from '@archaka/service-kit/server';
import type { Dispatcher, Pool } from 'undici';
import { bufferBody, streamBody } from './buffered-body.ts';
import { isEventStream } from './event-streams.ts';
import { headersForClient } from './headers.ts';

/** With these, nothing was sent. */
const CONNECT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** No retry after this: the applicant waits, and a connection may take seconds to fail. */
const RETRY_WINDOW_MS = 3000;

/** Time for a service to read what a disconnected client had sent. */
const DRAIN_TIMEOUT_MS = 5000;

interface ForwardRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Pool;
  readonly headers: Record<string, string | string[]>;
  /** Whether to repeat it although the service may have received it. */
  readonly repeatable: boolean;
  /** Whether to stream the body from its first byte. */
  readonly streamsBody: boolean;
  readonly allowCookies: (setCookies: string | string[] | undefined) => string[];
  /** Called before the client receives the response. */
  readonly onResponse: (answer: { status: number; headers: Dispatcher.ResponseData['headers'] }) => void;
}

/** The service was unreachable, or the connection broke before its response. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';

  constructor(cause: unknown) {
    super('The service does not answer', { cause });
  }

  /** Whether the service cannot have received the request. */
  get isUnconnected(): boolean {
    return CONNECT_ERROR_CODES.has(this.#code);
  }

  get isTimeout(): boolean {
    return this.#code === 'UND_ERR_HEADERS_TIMEOUT';
  }

  get #code(): string {
    return (this.cause as NodeJS.ErrnoException).code ?? '';
  }
}

export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Repeats an unconnected request. @throws ConnectionFailed before the response begins, ClientGone on disconnect. */
export async function forward(forwarding: ForwardRequest): Promise<void> {
  const { request, repeatable, streamsBody } = forwarding;
  const body = streamsBody ? streamBody(request) : await bufferBody(request).catch(throwClientGone);
  if (body instanceof Readable) return send(forwarding, body);
  const isRetryable = (error: unknown) =>
    error instanceof ConnectionFailed && (error.isUnconnected || (repeatable && !error.isTimeout));
  await retryWithin(RETRY_WINDOW_MS, isRetryable).execute(() => send(forwarding, body));
}

function throwClientGone(): never {
  throw new ClientGone();
}

/** Waits for the end of the body, at most `DRAIN_TIMEOUT_MS`. */
function whenBodyEnds(body: Buffer | Readable | null, callback: () => void): void {
  if (!(body instanceof Readable) || body.closed) {
    callback();
    return;
  }
  const timer = setTimeout(callback, DRAIN_TIMEOUT_MS);
  body.once('close', () => {
    clearTimeout(timer);
    callback();
  });
}

async function send(forwarding: ForwardRequest, body: Buffer | Readable | null): Promise<void> {
  const { request, response, upstream, headers, allowCookies, onResponse } = forwarding;
  if (response.destroyed) throw new ClientGone();
  const controller = new AbortController();
  const onClose = () => {
    // Nothing is left to stop, and an abort costs a stack trace.
    if (response.writableFinished && !(body instanceof Readable)) return;
    whenBodyEnds(body, () => controller.abort());
  };
  response.once('close', onClose);
  try {
    const options = {
      method: request.method as Dispatcher.HttpMethod,
      path: request.url ?? '/',
      headers,
      body,
    };
    await upstream.stream(
      { ...options, signal: controller.signal },
      ({ statusCode, headers: responseHeaders }) => {
        onResponse({ status: statusCode, headers: responseHeaders });
        response.writeHead(
          statusCode,
          headersForClient(responseHeaders, allowCookies(responseHeaders['set-cookie'])),
        );
        // An event stream may be silent at first, but its reader needs the headers.
        if (isEventStream(responseHeaders)) response.flushHeaders();
        return response;
      },
    );
  } catch (error) {
    if (response.destroyed) throw new ClientGone();
    if (response.headersSent) {
      response.destroy();
      throw new ClientGone();
    }
    throw new ConnectionFailed(error);
  } finally {
    response.off('close', onClose);
  }
}
