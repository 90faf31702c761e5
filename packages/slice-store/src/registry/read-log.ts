import type { SliceStore } from '../store/slice-store.ts';
import { DamagedRevision, findRevision, revisionNumbers } from './log.ts';
import type { Revision } from './revision.ts';

interface RevisionLog {
  readonly revisions: Revision[];
  /** One sentence for each revision that is damaged, missing, or not its successor's origin. */
  readonly faults: string[];
}

export async function readLog(store: SliceStore): Promise<RevisionLog> {
  const last = (await revisionNumbers(store)).at(-1) ?? 0;
  const revisions: Revision[] = [];
  const faults: string[] = [];
  let previousDigest: string | undefined;
  for (let number = 1; number <= last; number += 1) {
    const entry = await findRevision(store, number).catch((error) => {
      if (!(error instanceof DamagedRevision)) throw error;
      faults.push(error.message);
      return 'damaged' as const;
    });
    if (!entry) faults.push(`Revision ${number} is missing.`);
    if (!entry || entry === 'damaged') {
      previousDigest = undefined;
      continue;
    }
    const { revision, digest } = entry;
    const isChained = number === 1 || previousDigest === undefined || revision.previous === previousDigest;
    if (!isChained)
      faults.push(`Revision ${number - 1} was changed after revision ${number} was created from it.`);
    previousDigest = digest;
    revisions.push(revision);
  }
  return { revisions, faults };
}
