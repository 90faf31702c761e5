import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { retryWithin } from '@archaka/service-kit/server';
import type { Dispatcher, Pool } from 'undici';

/** Alternating names and values, as Node and undici accept them: no object is created for each request. */
export type FlatHeaders = (string | string[])[];

export const isEventStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false;

/** Bytes that are read before the service is called. */
const MAX_BUFFERED_BYTES = 64 * 1024;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Buffers a body before the call, so that a slow client holds no service connection and the request can be repeated.
 * Streams the rest of a larger body. @returns null without a body. @throws when the client disconnects early.
 */
async function bufferBody(request: IncomingMessage): Promise<Buffer | Readable | null> {
  if (!hasBody(request)) return null;
  if (request.destroyed) throw new Error('The request ended early');
  return collect(request);
}

function collect(request: IncomingMessage): Promise<Buffer | Readable | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= MAX_BUFFERED_BYTES) return;
      request.off('data', onData);
      resolve(streamBody(request, chunks));
    };
    request.on('data', onData);
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('The request ended early'));
    });
  });
}

/**
 * undici may destroy this stream when the service responds early; the rest is discarded to free the client's
 * connection. After a disconnect the received bytes are still forwarded, since uploads resume; the service
 * detects the truncation by the announced length. Without a length nothing more is forwarded.
 */
function streamBody(request: IncomingMessage, buffered: readonly Buffer[] = []): Readable | null {
  if (!hasBody(request)) return null;
  const body = new PassThrough();
  for (const chunk of buffered) body.write(chunk);
  request.pipe(body);
  request.once('close', () => {
    if (request.readableEnded) return;
    if (request.headers['content-length'] === undefined) body.destroy();
    else body.end();
  });
  body.once('close', () => {
    request.unpipe(body);
    request.resume();
  });
  return body;
}

/** Time for a service to read what a disconnected client had sent. */
const DRAIN_TIMEOUT_MS = 5000;

interface Exchange {
  readonly response: ServerResponse;
  readonly body: Buffer | Readable | null;
  /** Called before the client receives the response. @returns the client's headers */
  readonly onResponse: (headers: IncomingHttpHeaders) => FlatHeaders;
  /** Called once, without an error when the whole response was forwarded. */
  readonly onEnd: (error?: Error) => void;
}

/** Streams a service's response at the client's pace; a disconnect aborts the request. */
class ForwardingHandler implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange;
  readonly #onClose = () => this.#leave();
  #controller: Dispatcher.DispatchController | undefined;
  #hasLeft = false;
  #contentLength: number | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    exchange.response.once('close', this.#onClose);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#hasLeft) this.#abort();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    incoming: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    const { response, onResponse } = this.#exchange;
    if (response.destroyed) {
      controller.abort(clientLeft);
      return;
    }
    const headers = onResponse(incoming);
    if (isEventStream(incoming)) startEventStream(response, status, headers);
    else response.writeHead(status, headers as string[]);
    this.#contentLength = Number(incoming['content-length']);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.#exchange;
    // One system call for head and body.
    if (chunk.length === this.#contentLength) response.end(chunk);
    else if (!response.write(chunk)) {
      controller.pause();
      response.once('drain', () => controller.resume());
    }
  }

  onResponseEnd(): void {
    const { response } = this.#exchange;
    if (!response.writableEnded) response.end();
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  #end(error?: Error): void {
    const { response, onEnd } = this.#exchange;
    response.off('close', this.#onClose);
    onEnd(error);
  }

  #leave(): void {
    const { response, body } = this.#exchange;
    if (response.headersSent) this.#abort();
    else whenBodyEnds(body, () => this.#abort());
  }

  #abort(): void {
    this.#hasLeft = true;
    this.#controller?.abort(clientLeft);
  }
}

/** Created once, since a stack trace costs more than the rest. */
const clientLeft = new Error('The client has disconnected');

/** May be silent at first, but its reader needs the headers; a drain finds streams by `getHeader`. */
function startEventStream(response: ServerResponse, status: number, headers: FlatHeaders): void {
  for (let index = 0; index < headers.length; index += 2)
    response.appendHeader(String(headers[index]), headers[index + 1] ?? '');
  response.writeHead(status);
  response.flushHeaders();
}

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

/** With these, nothing was sent. */
const CONNECT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** No retry later than this after the first failure: the applicant waits, and a connection may take seconds to fail. */
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
