import { parentPort } from 'node:worker_threads';
import { HttpProblem } from '../errors.ts';
import { parseJsonObject } from './parse-json-object.ts';
import type { WorkerRequest, WorkerResponse } from './read-body.ts';

function parse({ id, bytes }: WorkerRequest): WorkerResponse {
  try {
    return { id, body: parseJsonObject(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (error instanceof HttpProblem) return { id, rejection: error.message };
    throw error;
  }
}

parentPort?.on('message', (request: WorkerRequest) => parentPort?.postMessage(parse(request)));
