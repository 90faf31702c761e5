import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/** Bytes that are read before the service is called. */
const MAX_BUFFERED_BYTES = 64 * 1024;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Buffers a body before the call, so that a slow client holds no service connection and the request can be repeated.
 * Streams the rest of a larger body. @returns null without a body. @throws when the client disconnects early.
 */
export async function bufferBody(request: IncomingMessage): Promise<Buffer | Readable | null> {
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
export function streamBody(request: IncomingMessage, buffered: readonly Buffer[] = []): Readable | null {
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
