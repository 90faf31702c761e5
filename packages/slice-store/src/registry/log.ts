import { createHash } from 'node:crypto';
import { CommandError } from '../command-error.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { type Revision, revisionSchema } from './revision.ts';

const folder = 'registry';
const toKey = (revision: number) => `${folder}/${String(revision).padStart(10, '0')}.json`;

/** A revision as it lies in the store. */
export interface LogEntry {
  readonly revision: Revision;
  /** SHA-256 of its bytes, which the next one names. */
  readonly digest: string;
}

/** A revision that cannot be read. */
export class DamagedRevision extends CommandError {
  constructor(key: string, store: SliceStore) {
    super(
      `${key} in ${store.address} is damaged: put back what was there or, where it is the last, remove it.`,
    );
  }
}

/**
 * @returns undefined where the log has no such revision
 * @throws DamagedRevision
 */
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

/** The numbers of all revisions, from the first. */
export async function revisionNumbers(store: SliceStore): Promise<number[]> {
  const files = await store.list(folder);
  return files.map((file) => Number.parseInt(file, 10));
}

/** @throws DamagedRevision */
export async function findLatestEntry(store: SliceStore): Promise<LogEntry | undefined> {
  const last = (await revisionNumbers(store)).at(-1);
  return last === undefined ? undefined : findRevision(store, last);
}

/** Adds a revision after the one it was made from. @returns false when another was quicker */
export const addRevision = (store: SliceStore, revision: Revision): Promise<boolean> =>
  store.put(toKey(revision.revision), Buffer.from(JSON.stringify(revision, null, 1)));
