import { Worker } from 'node:worker_threads';
import { unreadable } from '../errors.ts';
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
    worker.postMessage({ id: lastId, bytes } satisfies WorkerRequest);
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
