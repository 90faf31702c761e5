import type { IncomingMessage } from 'node:http';
import { Worker } from 'node:worker_threads';
import type { Call } from '@archaka/contracts';
import { tooLarge, unreadable, wrongType } from '../errors.ts';
import type { RawBody } from './call-handler.ts';
import { parseJsonObject } from './parse-json-object.ts';

export interface WorkerRequest {
  readonly id: number;
  readonly bytes: Uint8Array;
}

export interface WorkerResponse {
  readonly id: number;
  readonly body?: RawBody;
  readonly rejection?: string;
}

/** Bytes. Smaller bodies parse in place within a few milliseconds. */
const LARGE_BODY_BYTES = 256 * 1024;
/** Some times the largest body, parsed. */
const MAX_WORKER_MB = 256;

/** The bytes must not be used afterwards: a large body moves to another thread instead of being copied. */
export type ParseJson = (bytes: Buffer) => Promise<RawBody>;

function startWorker(onEnd: () => void): ParseJson {
  const worker = new Worker(new URL('./json-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_WORKER_MB },
  });
  worker.unref();
  const pending = new Map<number, PromiseWithResolvers<RawBody>>();
  let lastId = 0;
  worker.on('message', ({ id, body, rejection }: WorkerResponse) => {
    const result = pending.get(id);
    pending.delete(id);
    if (body) result?.resolve(body);
    else result?.reject(unreadable(rejection ?? ''));
  });
  // The worker fails when a body takes too much memory; `exit` rejects its bodies.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    onEnd();
    for (const { reject } of pending.values()) reject(unreadable('The body cannot be parsed.'));
  });
  return (bytes) => {
    const result = Promise.withResolvers<RawBody>();
    lastId += 1;
    pending.set(lastId, result);
    worker.postMessage({ id: lastId, bytes } satisfies WorkerRequest, [bytes.buffer as ArrayBuffer]);
    return result.promise;
  };
}

export function createJsonParser(): ParseJson {
  let parseInWorker: ParseJson | undefined;
  return async (bytes) => {
    if (bytes.length <= LARGE_BODY_BYTES) return parseJsonObject(bytes);
    parseInWorker ??= startWorker(() => {
      parseInWorker = undefined;
    });
    return parseInWorker(bytes);
  };
}

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
