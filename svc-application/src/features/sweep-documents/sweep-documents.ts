import { every, type Job } from '@archaka/service-kit';
import type { Stores } from '../../store/stores.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** 30 days after nothing names them, and the day for which a form may take a document as fresh. */
const KEPT_MS = 31 * DAY_MS;
const AT_ONCE = 200;

/** Removes old documents that no version and no draft names; the named ones are looked at again in a month. */
async function sweep({ documents, versions, drafts }: Stores, signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - KEPT_MS);
  while (!signal.aborted) {
    const old = await documents.listUntouched(before, AT_ONCE);
    if (old.length === 0) return;
    const [inVersions, inDrafts] = await Promise.all([versions.namesAny(old), drafts.namesAny(old)]);
    const named = new Set([...inVersions, ...inDrafts]);
    await documents.touch(old.filter((id) => named.has(id)));
    await documents.removeUntouched(
      old.filter((id) => !named.has(id)),
      before,
    );
  }
}

export const sweepDocuments = (stores: Stores): Job =>
  every({ name: 'sweep-documents', ms: DAY_MS / 4, run: (signal) => sweep(stores, signal) });
