import { Worker } from 'node:worker_threads';
import { unreadable } from '../errors.ts';
import { jsonObject } from './json-object.ts';
import type { RawBody } from './serve.ts';

export interface SentBody {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** A body, or the words that refuse it. */
export interface ParsedBody {
  readonly id: number;
  readonly body?: RawBody;
  readonly refused?: string;
}

/** Smaller bodies are parsed at once, within a few milliseconds; bytes. */
const LARGE = 256 * 1024;
/** Some times the largest body, parsed. */
const MAX_WORKER_MB = 256;

/** The object in a body; rejects with a 400 where there is none. */
export type ParseJson = (bytes: Buffer) => Promise<RawBody>;

/** A thread that parses one body after the other, so that a large one holds up no other request. */
function startThread(onEnd: () => void): ParseJson {
  const worker = new Worker(new URL('./json-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_WORKER_MB },
  });
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<RawBody>>();
  let sent = 0;
  worker.on('message', ({ id, body, refused }: ParsedBody) => {
    const parsed = waiting.get(id);
    waiting.delete(id);
    if (body) parsed?.resolve(body);
    else parsed?.reject(unreadable(refused ?? ''));
  });
  // It ends when a body takes too much memory.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    onEnd();
    for (const { reject } of waiting.values()) reject(unreadable('The body cannot be parsed.'));
  });
  return (bytes) => {
    const parsed = Promise.withResolvers<RawBody>();
    sent += 1;
    waiting.set(sent, parsed);
    worker.postMessage({ id: sent, bytes } satisfies SentBody);
    return parsed.promise;
  };
}

/** Parses bodies; large ones in a thread of their own, which starts with the first of them. */
export function createJsonParser(): ParseJson {
  let thread: ParseJson | undefined;
  return async (bytes) => {
    if (bytes.length <= LARGE) return jsonObject(bytes);
    thread ??= startThread(() => {
      thread = undefined;
    });
    return thread(bytes);
  };
}
