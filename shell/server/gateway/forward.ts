import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { retryWithin } from '@archaka/service-kit/server';
import type { Dispatcher, Pool } from 'undici';
import { bufferBody, streamBody } from './buffered-body.ts';
import { ForwardingHandler } from './forwarding-handler.ts';
import type { FlatHeaders } from './headers.ts';

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

interface ForwardRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Pool;
  readonly headers: FlatHeaders;
  /** Whether to repeat it although the service may have received it. */
  readonly repeatable: boolean;
  /** Whether to stream the body from its first byte. */
  readonly streamsBody: boolean;
  /** Called before the client receives the response. @returns the client's headers */
  readonly onResponse: (headers: IncomingHttpHeaders) => FlatHeaders;
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
  return retryWithin(RETRY_WINDOW_MS, isRetryable, () => send(forwarding, body));
}

function throwClientGone(): never {
  throw new ClientGone();
}

function send(
  { request, response, upstream, headers, onResponse }: ForwardRequest,
  body: Buffer | Readable | null,
): Promise<void> {
  if (response.destroyed) return Promise.reject(new ClientGone());
  return new Promise((resolve, reject) => {
    const onEnd = (error?: Error) => {
      if (!error) resolve();
      else reject(toForwardError(error, response));
    };
    const handler = new ForwardingHandler({ response, body, onResponse, onEnd });
    const method = request.method as Dispatcher.HttpMethod;
    upstream.dispatch({ method, path: request.url ?? '/', headers: headers as string[], body }, handler);
  });
}

/** A response that has begun can only be cut. */
function toForwardError(error: Error, response: ServerResponse): Error {
  if (!response.headersSent && !response.destroyed) return new ConnectionFailed(error);
  response.destroy();
  return new ClientGone();
}
