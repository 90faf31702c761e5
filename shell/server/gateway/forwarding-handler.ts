import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { isEventStream } from './event-streams.ts';
import type { FlatHeaders } from './headers.ts';

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
export class ForwardingHandler implements Dispatcher.DispatchHandler {
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
