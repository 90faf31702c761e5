import { createHash } from 'node:crypto';
import { CommandError } from '@archaka/service-kit/command-line';
import type { SliceStore } from '../store/slice-store.ts';
import { type Revision, revisionSchema } from './revision.ts';

const folder = 'registry';
const toKey = (revision: number) => `${folder}/${String(revision).padStart(10, '0')}.json`;

export interface LogEntry {
  readonly revision: Revision;
  /** SHA-256 of its bytes, which the next one names. */
  readonly digest: string;
}

export class DamagedRevision extends CommandError {
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

export async function revisionNumbers(store: SliceStore): Promise<number[]> {
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
