import { parentPort } from 'node:worker_threads';
import { Refusal } from '../errors.ts';
import { jsonObject } from './json-object.ts';
import type { ParsedBody, SentBody } from './parse-json.ts';

function parse({ id, bytes }: SentBody): ParsedBody {
  try {
    return { id, body: jsonObject(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (error instanceof Refusal) return { id, refused: error.message };
    throw error;
  }
}

parentPort?.on('message', (sent: SentBody) => parentPort?.postMessage(parse(sent)));
