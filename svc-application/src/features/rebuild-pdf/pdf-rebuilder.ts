import { BoundedQueue } from './bounded-queue.ts';
import { RebuildThread } from './rebuild-thread.ts';

const THREADS = 2;
const MAX_WAITING = { perOwner: 4, total: 32 };

export interface PdfRebuilder {
  /** Works off the main thread. @throws UnusablePdf, or HttpProblem 429 or 503 when the queue is full. */
  rebuild(file: { readonly ownerId: string; readonly bytes: Uint8Array }): Promise<Buffer>;
  close(): Promise<void>;
}

export function createPdfRebuilder(): PdfRebuilder {
  const threads = Array.from({ length: THREADS }, () => new RebuildThread());
  const queue = new BoundedQueue({ workers: threads, maxWaiting: MAX_WAITING });
  return {
    rebuild: ({ ownerId, bytes }) => queue.run(ownerId, (thread) => thread.rebuild(bytes)),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
