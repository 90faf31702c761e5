import { type AuditEntry, toIndianDay, UNSEALED } from '@archaka/contracts';
import type { Log } from '../log.ts';
import { isDuplicateKey } from '../persistence/database-errors.ts';
import { type AuditBlock, type AuditHead, type AuditModels, getStoredRows } from './audit-models.ts';
import { hashBlock, hashEntry, toSignedHead } from './hashes.ts';
import type { AuditSigner } from './signatures.ts';

const MAX_SEALED = 1000;

export const findLastBlock = async (models: AuditModels): Promise<AuditBlock | undefined> =>
  (await getStoredRows(models).blocks.findOne({}, { sort: { _id: -1 } })) ?? undefined;

/** After an archive has moved every block, the chain continues from its record. */
async function findChainEnd(models: AuditModels): Promise<Pick<AuditBlock, '_id' | 'hash' | 'entries'>> {
  const block = await findLastBlock(models);
  if (block) return block;
  const archive = await models.archives.findOne().sort({ _id: -1 }).lean();
  return { _id: archive?.last ?? 0, hash: archive?.hash ?? '', entries: [] };
}

function createBlock(end: Pick<AuditBlock, '_id' | 'hash'>, entries: readonly AuditEntry[]): AuditBlock {
  const content = {
    _id: end._id + 1,
    sealedAt: new Date(),
    entries: entries.map((entry) => ({ id: entry._id, hash: hashEntry(entry) })),
    previous: end.hash,
  };
  return { ...content, hash: hashBlock(content) };
}

async function markSealed(
  { entries }: AuditModels,
  block: Pick<AuditBlock, '_id' | 'entries'>,
): Promise<void> {
  const ids = block.entries.map(({ id }) => id);
  await entries.updateMany({ _id: { $in: ids }, block: UNSEALED }, { $set: { block: block._id } });
}

/**
 * Seals up to `MAX_SEALED` entries in the next block; returns how many it found.
 * Reads the end of the chain before the entries: a block that another instance adds meanwhile has the same number.
 */
export async function sealEntries(models: AuditModels): Promise<number> {
  const end = await findChainEnd(models);
  const unsealed = await getStoredRows(models)
    .entries.find({ block: UNSEALED })
    .sort({ at: 1 })
    .limit(MAX_SEALED)
    .toArray();
  const listed = new Set(end.entries.map(({ id }) => id));
  // An instance was killed after it had added the block.
  if (unsealed.some(({ _id }) => listed.has(_id))) await markSealed(models, end);
  const entries = unsealed.filter(({ _id }) => !listed.has(_id));
  if (entries.length === 0) return 0;
  const block = createBlock(end, entries);
  try {
    await models.blocks.insertMany([block], { lean: true });
  } catch (error) {
    if (isDuplicateKey(error)) return entries.length;
    throw error;
  }
  await markSealed(models, block);
  return entries.length;
}

interface SigningContext {
  readonly models: AuditModels;
  readonly service: string;
  readonly sign: AuditSigner;
  readonly log: Pick<Log, 'info'>;
}

/** Signs the end of the chain once for each Indian day that has a block. Logs its hash, too. */
export async function signHead({ models, service, sign, log }: SigningContext): Promise<void> {
  const block = await findLastBlock(models);
  if (!block) return;
  const _id = toIndianDay(block.sealedAt);
  if (await models.heads.exists({ _id })) return;
  const unsigned = { _id, sequence: block._id, hash: block.hash };
  const signature = await sign(toSignedHead(service, { ...unsigned, signature: '' }));
  const head: AuditHead = { ...unsigned, signature };
  await models.heads.insertMany([head], { lean: true }).catch((error) => {
    if (!isDuplicateKey(error)) throw error;
  });
  log.info({ day: _id, block: block._id, head: block.hash }, 'audit head signed');
}
