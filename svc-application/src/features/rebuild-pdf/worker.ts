import { parentPort } from 'node:worker_threads';
import { rebuildPdf } from './rebuild-pdf.ts';
import { Unfit, type Unfitness } from './unfit.ts';

/** What the thread answers of a PDF. */
export type Rebuilt = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly unfit: Unfitness };

/** Whatever else the library throws, it throws at what is in the file. */
async function rebuild(bytes: Uint8Array): Promise<Rebuilt> {
  try {
    return { bytes: Uint8Array.from(await rebuildPdf(bytes)) };
  } catch (error) {
    return { unfit: error instanceof Unfit ? error.reason : 'broken' };
  }
}

// The library warns with pieces of the file, which belong in no log.
console.warn = () => undefined;
parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await rebuild(bytes)));
