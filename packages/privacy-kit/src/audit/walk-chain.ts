import { UNSEALED } from '@archaka/contracts';
import { type AuditBlock, type AuditModels, type BlockHead, getStoredRows, toHead } from './audit-models.ts';
import { hashBlock, hashEntry } from './signatures.ts';

export type FaultKind =
  | 'changed-entry'
  | 'removed-entry'
  | 'added-entry'
  | 'unsealed-entry'
  | 'changed-block'
  | 'removed-block'
  | 'broken-chain'
  | 'wrong-signature'
  | 'early-deletion'
  | 'contradicted-head'
  | 'missing-head'
  | 'unread-heads';

export type ChainEnd = Pick<BlockHead, 'sequence' | 'hash'> & { readonly sealedAt?: Date };

export type ReportFault = (kind: FaultKind, text: string) => void;

interface ChainOptions {
  readonly models: AuditModels;
  readonly start: ChainEnd;
  readonly report: ReportFault;
  /** Called in the order of the blocks. */
  readonly onBlock: (head: BlockHead) => Promise<void>;
}

export interface Walk {
  blocks: number;
  entries: number;
  end: ChainEnd;
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

const formatSince = ({ sealedAt }: ChainEnd): string =>
  sealedAt ? `since ${sealedAt.toISOString()}` : 'since the beginning';

/** `last`: of the removed blocks. */
export const describeRemoval = (end: ChainEnd, last: number): string =>
  `Blocks ${end.sequence + 1} to ${last} were removed: they were sealed ${formatSince(end)}.`;

function checkLink(block: AuditBlock, end: ChainEnd, report: ReportFault): void {
  if (block._id !== end.sequence + 1) report('removed-block', describeRemoval(end, block._id - 1));
  else if (block.previous !== end.hash)
    report('broken-chain', `Block ${block._id} does not follow block ${end.sequence}: one was replaced.`);
  if (block.hash !== hashBlock(block)) report('changed-block', `Block ${block._id} was changed.`);
}

/** Reads the blocks that are stored now; services may go on writing meanwhile. */
export async function walkChain({ models, start, report, onBlock }: ChainOptions): Promise<Walk> {
  const { blocks } = getStoredRows(models);
  const last = (await blocks.findOne({}, { sort: { _id: -1 } }))?._id ?? start.sequence;
  const walk: Walk = { blocks: 0, entries: 0, end: start };
  const chain = blocks.find({ _id: { $gt: start.sequence, $lte: last } }).sort({ _id: 1 });
  for await (const block of chain) {
    checkLink(block, walk.end, report);
    walk.entries += await checkEntries(block, { models, isLast: block._id === last, report });
    walk.blocks += 1;
    walk.end = toHead(block);
    await onBlock(toHead(block));
  }
  return walk;
}
