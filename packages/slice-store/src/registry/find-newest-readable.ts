import type { SliceStore } from '../store/slice-store.ts';
import { DamagedRevision, findRevision, revisionNumbers } from './log.ts';
import type { Revision } from './revision.ts';

interface ReadableRevision {
  readonly revision: Revision | undefined;
  /** One sentence for each newer, unreadable revision. */
  readonly faults: string[];
}

/** Users get this revision when later ones are damaged. */
export async function findNewestReadable(store: SliceStore): Promise<ReadableRevision> {
  const faults: string[] = [];
  for (const number of (await revisionNumbers(store)).reverse()) {
    try {
      return { revision: (await findRevision(store, number))?.revision, faults };
    } catch (error) {
      if (!(error instanceof DamagedRevision)) throw error;
      faults.push(error.message);
    }
  }
  return { revision: undefined, faults };
}
