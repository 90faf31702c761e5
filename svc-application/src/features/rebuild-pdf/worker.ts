import { parentPort } from 'node:worker_threads';
import { rebuildPdf } from './rebuild-pdf.ts';
import { UnusablePdf, type UnusableReason } from './unusable-pdf.ts';

/** What the thread answers of a PDF. */
export type RebuildResult = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly unfit: UnusableReason };

/** Whatever else the library throws, it throws at what is in the file. */
async function rebuild(bytes: Uint8Array): Promise<RebuildResult> {
  try {
    return { bytes: Uint8Array.from(await rebuildPdf(bytes)) };
  } catch (error) {
    return { unfit: error instanceof UnusablePdf ? error.reason : 'broken' };
  }
}

// The library warns with pieces of the file, which belong in no log.
console.warn = () => undefined;
parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await rebuild(bytes)));
