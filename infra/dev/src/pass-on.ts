import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Request, Response } from 'express';

interface PassedOn {
  /** Who is asked in our place. */
  readonly to: URL;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Changes the text of a page or a JSON answer; without it the answer passes as it is. */
  readonly rewrite?: (text: string) => Promise<string>;
}

/** Headers that hold for the bytes of an answer, and no longer once it is changed. */
const ofBytes = ['content-length', 'content-encoding', 'etag', 'transfer-encoding'];

const changeable = /^(text\/html|application\/json)/;

/** Asks another server what we were asked, and answers what it answers. */
export function passOn(request: Request, response: Response, { to, path, headers, rewrite }: PassedOn): void {
  const send = to.protocol === 'https:' ? overHttps : overHttp;
  const { hostname, port } = to;
  const { 'if-none-match': version, ...given } = request.headers;
  // What may be changed on its way is asked for as plain text, and anew.
  const own = rewrite ? { 'accept-encoding': 'identity' } : { ...(version && { 'if-none-match': version }) };
  const asked = send({
    hostname,
    port,
    path,
    method: request.method,
    headers: { ...given, host: to.host, ...own, ...headers },
  });
  asked.on('response', (answer) => {
    const change = changeable.test(answer.headers['content-type'] ?? '') && rewrite;
    const done = change ? sendChanged(answer, response, change) : sendAsItIs(answer, response);
    done.catch((error: Error) => fail(response, error.message));
  });
  asked.on('error', () => fail(response, `${to.origin} does not answer.`));
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}

function sendAsItIs(answer: IncomingMessage, response: Response): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  return new Promise((resolve) => pipeline(answer, response, () => resolve()));
}

async function sendChanged(
  answer: IncomingMessage,
  response: Response,
  rewrite: NonNullable<PassedOn['rewrite']>,
): Promise<void> {
  const changed = await rewrite(await text(answer));
  const headers = Object.entries(answer.headers).filter(([name]) => !ofBytes.includes(name));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers)).end(changed);
}

function fail(response: Response, sentence: string): void {
  if (response.headersSent) response.destroy();
  else response.status(502).type('text/plain').send(`${sentence}\n`);
}
