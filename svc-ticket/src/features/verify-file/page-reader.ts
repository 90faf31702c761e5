import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type ReadErrorReason, type ScannedPage, UnreadableFile } from './scanned-page.ts';
import type { ScanResponse } from './worker.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MEMORY_MB = 1024;
/** A hall pack of some hundred pages takes minutes. */
const TIMEOUT_MS = 10 * 60_000;

/** Reads files in a worker thread: a malicious or broken file endangers that thread only. */
export interface PageReader {
  /** @throws UnreadableFile */
  readPages(path: string): Promise<readonly ScannedPage[]>;
  close(): Promise<void>;
}

const startThread = (): Worker =>
  new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });

/** Undefined when the file did not cause the failure. */
function toErrorReason(error: unknown): ReadErrorReason | undefined {
  const { name, code } = Object(error);
  if (name === 'AbortError') return 'too-slow';
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'broken' : undefined;
}

async function checkFile(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) throw new UnreadableFile('missing');
  if (file.size > MAX_BYTES) throw new UnreadableFile('too-large');
}

export function openPageReader(): PageReader {
  let thread: Worker | undefined;

  const close = async () => {
    await thread?.terminate();
    thread = undefined;
  };
  const requestScan = async (path: string): Promise<ScanResponse> => {
    thread ??= startThread();
    const message = once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    thread.postMessage(path);
    const [response] = await message;
    return response;
  };
  const scan = async (path: string): Promise<ScanResponse> =>
    requestScan(path).catch(async (error): Promise<ScanResponse> => {
      await close();
      const reason = toErrorReason(error);
      if (!reason) throw error;
      return { reason };
    });

  return {
    async readPages(path) {
      await checkFile(path);
      const response = await scan(path);
      if ('reason' in response) throw new UnreadableFile(response.reason);
      if (response.pages.every(({ codes }) => codes.length === 0)) throw new UnreadableFile('no-code');
      return response.pages;
    },
    close,
  };
}
