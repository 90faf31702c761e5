import { toIndianDay, UNSEALED } from '@archaka/contracts';
import { type AuditBlock, type AuditModels, getStoredRows } from './audit-models.ts';
import { hashBlock, hashEntry } from './hashes.ts';
import { findLastBlock } from './seal-entries.ts';

export type FaultKind =
  | 'changed-entry'
  | 'removed-entry'
  | 'added-entry'
  | 'unsealed-entry'
  | 'changed-block'
  | 'removed-block'
  | 'broken-chain'
  | 'wrong-signature'
  | 'missing-head'
  | 'missing-archive'
  | 'changed-archive';

export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

export type ReportFault = (kind: FaultKind, text: string) => void;

/** Blocks by their number, as far as a head names them, and the days on which one was sealed. */
export interface Walk {
  blocks: number;
  entries: number;
  end: ChainEnd;
  readonly hashes: Map<number, string>;
  readonly days: Map<string, Date>;
}

async function checkEntries(
  block: AuditBlock,
  { models, isLast, report }: { models: AuditModels; isLast: boolean; report: ReportFault },
): Promise<number> {
  const expected = new Map(block.entries.map(({ id, hash }) => [id, hash]));
  const found = await getStoredRows(models)
    .entries.find({ $or: [{ _id: { $in: [...expected.keys()] } }, { block: block._id }] })
    .toArray();
  let sealed = 0;
  for (const entry of found) {
    const hash = expected.get(entry._id);
    expected.delete(entry._id);
    if (entry.block === block._id) sealed += 1;
    // The instance that added the last block was killed, or is about to mark its entries.
    const isInPlace = entry.block === block._id || (isLast && entry.block === UNSEALED);
    if (hash === undefined)
      report('added-entry', `Entry ${entry._id} names block ${block._id}, which does not contain it.`);
    else if (!isInPlace)
      report('changed-entry', `Entry ${entry._id} of block ${block._id} was moved to another block.`);
    else if (hash !== hashEntry(entry))
      report('changed-entry', `Entry ${entry._id} of block ${block._id} was changed.`);
  }
  const [missing] = expected.keys();
  if (missing !== undefined)
    report('removed-entry', `Entry ${missing} of block ${block._id} was removed (${expected.size} of it).`);
  return sealed;
}

function checkLink(block: AuditBlock, end: ChainEnd, report: ReportFault): void {
  const expected = end.sequence + 1;
  if (block._id !== expected)
    report('removed-block', `Block ${expected} was removed: ${block._id} follows ${end.sequence}.`);
  else if (block.previous !== end.hash)
    report('broken-chain', `Block ${block._id} does not follow block ${end.sequence}: one was replaced.`);
  if (block.hash !== hashBlock(block)) report('changed-block', `Block ${block._id} was changed.`);
}

export async function walkChain(
  models: AuditModels,
  { start, named, report }: { start: ChainEnd; named: ReadonlySet<number>; report: ReportFault },
): Promise<Walk> {
  const last = (await findLastBlock(models))?._id ?? start.sequence;
  const walk: Walk = { blocks: 0, entries: 0, end: start, hashes: new Map(), days: new Map() };
  const chain = getStoredRows(models)
    .blocks.find({ _id: { $gt: start.sequence, $lte: last } })
    .sort({ _id: 1 });
  for await (const block of chain) {
    checkLink(block, walk.end, report);
    walk.entries += await checkEntries(block, { models, isLast: block._id === last, report });
    walk.blocks += 1;
    walk.end = { sequence: block._id, hash: block.hash };
    if (named.has(block._id)) walk.hashes.set(block._id, block.hash);
    const day = toIndianDay(block.sealedAt);
    if (!walk.days.has(day)) walk.days.set(day, block.sealedAt);
  }
  return walk;
}
