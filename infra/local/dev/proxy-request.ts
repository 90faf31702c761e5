import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Request, Response } from 'express';

interface ProxyOptions {
  /** The server that the request is forwarded to. */
  readonly to: URL;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Changes the text of a page or a JSON response; without it the response is forwarded unchanged. */
  readonly rewrite?: (text: string) => Promise<string>;
}

/** Headers that depend on the bytes of a response, and are invalid after a change. */
const bodyHeaders = ['content-length', 'content-encoding', 'etag', 'transfer-encoding'];

const rewritable = /^(text\/html|application\/json)/;

/** Forwards a request to another server, and its response to the client. */
export function proxyRequest(
  request: Request,
  response: Response,
  { to, path, headers, rewrite }: ProxyOptions,
): void {
  const send = to.protocol === 'https:' ? overHttps : overHttp;
  const { hostname, port } = to;
  const { 'if-none-match': version, ...forwarded } = request.headers;
  // A response to be changed is requested uncompressed and without a cached copy.
  const cacheHeaders = rewrite
    ? { 'accept-encoding': 'identity' }
    : { ...(version && { 'if-none-match': version }) };
  const upstreamRequest = send({
    hostname,
    port,
    path,
    method: request.method,
    headers: { ...forwarded, host: to.host, ...cacheHeaders, ...headers },
  });
  upstreamRequest.on('response', (upstreamResponse) => {
    const transform = rewritable.test(upstreamResponse.headers['content-type'] ?? '') && rewrite;
    const done = transform
      ? sendChanged(upstreamResponse, response, transform)
      : sendUnchanged(upstreamResponse, response);
    done.catch((error: Error) => fail(response, error.message));
  });
  upstreamRequest.on('error', () => fail(response, `${to.origin} does not respond.`));
  response.on('close', () => upstreamRequest.destroy());
  request.pipe(upstreamRequest);
}

function sendUnchanged(upstreamResponse: IncomingMessage, response: Response): Promise<void> {
  response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
  return new Promise((resolve) => pipeline(upstreamResponse, response, () => resolve()));
}

async function sendChanged(
  upstreamResponse: IncomingMessage,
  response: Response,
  rewrite: NonNullable<ProxyOptions['rewrite']>,
): Promise<void> {
  const changed = await rewrite(await text(upstreamResponse));
  const headers = Object.entries(upstreamResponse.headers).filter(([name]) => !bodyHeaders.includes(name));
  response.writeHead(upstreamResponse.statusCode ?? 502, Object.fromEntries(headers)).end(changed);
}

function fail(response: Response, message: string): void {
  if (response.headersSent) response.destroy();
  else response.status(502).type('text/plain').send(`${message}\n`);
}
