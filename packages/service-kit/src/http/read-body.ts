import type { IncomingMessage } from 'node:http';
import type { Call } from '@archaka/contracts';
import { tooLarge, unreadable, wrongType } from '../errors.ts';

/** Bytes; many times a whole form. */
export const MAX_BODY = 64 * 1024;
export const MAX_BODY_WITH_FILES = 16 * 1024 * 1024;

export const getMaxBody = ({ carriesFiles }: Call): number => (carriesFiles ? MAX_BODY_WITH_FILES : MAX_BODY);

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?;?$/i;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @param limit bytes. @throws HttpProblem 415, 413 */
export function assertContentHeaders(
  request: IncomingMessage,
  { mayBeEmpty, limit }: { mayBeEmpty: boolean; limit: number },
): void {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers;
  const isEmpty = type === undefined && !hasBody(request);
  if (!(isEmpty && mayBeEmpty) && !JSON_TYPE.test(type ?? '')) throw wrongType();
  if (encoding !== undefined && encoding !== 'identity') throw wrongType();
  if (Number(length) > limit) throw tooLarge();
}

/** @param limit bytes. @throws HttpProblem 413; discards the rest */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const collect = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) return void chunks.push(chunk);
      request.off('data', collect);
      request.resume();
      reject(tooLarge());
    };
    request.on('data', collect);
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => {
      if (!request.readableEnded) reject(unreadable('The request ended early.'));
    });
  });
}
