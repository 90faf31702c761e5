import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/** What is held of a body before its service hears of it; bytes. */
const MAX_BUFFERED_BYTES = 64 * 1024;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads a body before its service is asked, so that one that comes slowly holds none of the service's connections, and
 * can be sent again. Of a larger one the rest goes on as it comes.
 * @returns null without a body
 * @throws when the client goes away before it has sent as much
 */
export async function bufferBody(request: IncomingMessage): Promise<Buffer | Readable | null> {
  if (!hasBody(request)) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BUFFERED_BYTES) return streamBody(request, chunks);
  }
  return Buffer.concat(chunks);
}

/**
 * The client's body as a stream that undici may destroy when the service answers early. The rest of the body is then
 * thrown away, so that the client's connection serves its next request. When the client's connection breaks, what has
 * come still goes on: an upload is resumed after it. The service sees that it is no whole body by its announced length;
 * without one it gets nothing more.
 * @param buffered what has been read of it already
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
