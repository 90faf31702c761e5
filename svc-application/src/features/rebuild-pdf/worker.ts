import { parentPort } from 'node:worker_threads';
import { rebuildPdf } from './rebuild-pdf.ts';
import { UnusablePdf, type UnusableReason } from './unusable-pdf.ts';

export type RebuildResult = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly unfit: UnusableReason };

/** Any other error of the library stems from the file. */
async function rebuild(bytes: Uint8Array): Promise<RebuildResult> {
  try {
    return { bytes: Uint8Array.from(await rebuildPdf(bytes)) };
  } catch (error) {
    return { unfit: error instanceof UnusablePdf ? error.reason : 'broken' };
  }
}

// The library's warnings quote the file, which must not reach the logs.
console.warn = () => undefined;
parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await rebuild(bytes)));
