import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { scanPages } from './scan-pages.ts';
import { type ReadErrorReason, type ScannedPage, UnreadableFile } from './scanned-page.ts';

export type ScanResponse = { readonly pages: readonly ScannedPage[] } | { readonly reason: ReadErrorReason };

async function scan(path: string): Promise<ScanResponse> {
  try {
    return { pages: await scanPages(await readFile(path)) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { reason: error.reason };
    throw error;
  }
}

parentPort?.on('message', async (path: string) => parentPort?.postMessage(await scan(path)));
