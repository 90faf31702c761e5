import { createContext, use } from 'react';

/** The uploads under way: a form that is sent waits for them. */
export interface PendingUploads {
  add: (upload: Promise<unknown>) => void;
  settled: () => Promise<unknown>;
}

export function createPendingUploads(): PendingUploads {
  const pending = new Set<Promise<unknown>>();
  return {
    add(upload) {
      pending.add(upload);
      void upload.finally(() => pending.delete(upload));
    },
    settled: () => Promise.allSettled(pending),
  };
}

export const PendingUploadsContext = createContext<PendingUploads | null>(null);

export function usePendingUploads(): PendingUploads {
  const uploads = use(PendingUploadsContext);
  if (!uploads) throw new Error('There is no form around this upload');
  return uploads;
}
