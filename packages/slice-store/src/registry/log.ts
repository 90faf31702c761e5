import { createHash } from 'node:crypto';
import { CommandError } from '@archaka/service-kit/command-line';
import type { SliceStore } from '../store.ts';
import { type Revision, revisionSchema } from './revision.ts';

const folder = 'registry';
const toKey = (revision: number) => `${folder}/${String(revision).padStart(10, '0')}.json`;

export interface LogEntry {
  readonly revision: Revision;
  /** SHA-256 of its bytes, which the next one names. */
  readonly digest: string;
}

class DamagedRevision extends CommandError {
  constructor(key: string, store: SliceStore) {
    super(`${key} in ${store.address} is damaged: restore the original or, if it is the last, remove it.`);
  }
}

/** @throws DamagedRevision */
export async function findRevision(store: SliceStore, number: number): Promise<LogEntry | undefined> {
  const content = await store.read(toKey(number));
  if (!content) return undefined;
  const revision = parseRevision(content);
  if (revision?.revision !== number) throw new DamagedRevision(toKey(number), store);
  return { revision, digest: createHash('sha256').update(content).digest('hex') };
}

function parseRevision(content: Buffer): Revision | undefined {
  try {
    return revisionSchema.parse(JSON.parse(content.toString()));
  } catch {
    return undefined;
  }
}

async function revisionNumbers(store: SliceStore): Promise<number[]> {
  const files = await store.list(folder);
  return files.map((file) => Number.parseInt(file, 10));
}

/** @throws DamagedRevision */
export async function findLatestEntry(store: SliceStore): Promise<LogEntry | undefined> {
  const last = (await revisionNumbers(store)).at(-1);
  return last === undefined ? undefined : findRevision(store, last);
}

/** @returns false after a concurrent addition */
export const addRevision = (store: SliceStore, revision: Revision): Promise<boolean> =>
  store.put(toKey(revision.revision), Buffer.from(JSON.stringify(revision, null, 1)));

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
