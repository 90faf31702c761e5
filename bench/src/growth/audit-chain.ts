import { randomBytes } from 'node:crypto';
import { AUDIT_ENTRIES } from '@archaka/contracts';
import type { mongo } from 'mongoose';
import type { CopyRow } from './copy.ts';
import type { Store } from './store.ts';

/** The number of entries that a service seals in one block. */
const BLOCK_SIZE = 1000;
const DUPLICATE_KEY = 11_000;

interface Block {
  readonly _id: number;
  readonly sealedAt: Date;
  readonly entries: readonly { readonly id: string; readonly hash: string }[];
  readonly previous: string;
  readonly hash: string;
}

const createHashText = () => randomBytes(32).toString('base64url');

/** The services seal concurrently: after a conflict the next number is used. */
async function addBlock(blocks: mongo.Collection<Block>, ids: readonly string[]): Promise<number> {
  const [last] = await blocks.find().sort({ _id: -1 }).limit(1).toArray();
  const block = {
    _id: (last?._id ?? 0) + 1,
    sealedAt: new Date(),
    entries: ids.map((id) => ({ id, hash: createHashText() })),
    previous: last?.hash ?? '',
    hash: createHashText(),
  };
  try {
    await blocks.insertOne(block);
    return block._id;
  } catch (error) {
    if ((error as { code?: number }).code === DUPLICATE_KEY) return addBlock(blocks, ids);
    throw error;
  }
}

/** Writes blocks with random hashes for copied entries: their size is right, but the chain does not verify. */
export async function sealAuditEntries(rows: readonly CopyRow[], { collection }: Store): Promise<void> {
  const entries = rows.filter(({ source }) => source.namespace.endsWith(`.${AUDIT_ENTRIES}`));
  for (const [namespace, group] of Map.groupBy(entries, ({ source }) => source.namespace)) {
    const blocks = collection(namespace.replace(AUDIT_ENTRIES, 'audit_blocks'));
    for (let start = 0; start < group.length; start += BLOCK_SIZE) {
      const part = group.slice(start, start + BLOCK_SIZE);
      const ids = part.map(({ row }) => String(row._id));
      const number = await addBlock(blocks as unknown as mongo.Collection<Block>, ids);
      for (const { row } of part) row.block = number;
    }
  }
}
