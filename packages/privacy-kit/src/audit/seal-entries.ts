import { type AuditEntry, UNSEALED } from '@archaka/contracts';
import {
  type Database,
  defineJob,
  isDuplicateKey,
  type Job,
  MAX_COUNT,
  registerGauges,
} from '@archaka/service-kit';
import { type RetainedData, toOverduePage } from '../retention/rules.ts';
import {
  type AuditBlock,
  type AuditModels,
  type BlockHead,
  createAuditModels,
  DELETED_HEAD_ID,
  getStoredRows,
  toHead,
} from './audit-models.ts';
import { type AuditSigner, hashBlock, hashEntry, toSignedHead } from './signatures.ts';

const MAX_SEALED = 1000;

export interface SealingContext {
  readonly models: AuditModels;
  readonly service: string;
  readonly sign: AuditSigner;
}

const findLastBlock = async (models: AuditModels): Promise<AuditBlock | undefined> =>
  (await getStoredRows(models).blocks.findOne({}, { sort: { _id: -1 } })) ?? undefined;

export const findDeletedHead = async ({ deleted }: AuditModels): Promise<BlockHead | undefined> =>
  (await deleted.findById(DELETED_HEAD_ID).lean<BlockHead>()) ?? undefined;

/** After retention has deleted every block, the chain continues from the last deleted one. */
export async function findChainHead(models: AuditModels): Promise<BlockHead | undefined> {
  const block = await findLastBlock(models);
  return block ? toHead(block) : findDeletedHead(models);
}

async function createBlock(
  end: Pick<BlockHead, 'sequence' | 'hash'>,
  entries: readonly AuditEntry[],
  { service, sign }: SealingContext,
): Promise<AuditBlock> {
  const content = {
    _id: end.sequence + 1,
    sealedAt: new Date(),
    entries: entries.map((entry) => ({ id: entry._id, hash: hashEntry(entry) })),
    previous: end.hash,
  };
  const hash = hashBlock(content);
  const { _id: sequence, sealedAt } = content;
  return { ...content, hash, signature: await sign(toSignedHead(service, { sequence, hash, sealedAt })) };
}

async function markSealed(
  { entries }: AuditModels,
  block: Pick<AuditBlock, '_id' | 'entries'>,
): Promise<void> {
  const ids = block.entries.map(({ id }) => id);
  await entries.updateMany({ _id: { $in: ids }, block: UNSEALED }, { $set: { block: block._id } });
}

/**
 * Seals up to `MAX_SEALED` entries in the next block and signs it; returns how many it found.
 * Reads the end of the chain before the entries: a block that another instance adds meanwhile has the same number.
 */
export async function sealEntries(context: SealingContext): Promise<number> {
  const { models } = context;
  const last = await findLastBlock(models);
  const end = last ? toHead(last) : await findDeletedHead(models);
  const unsealed = await getStoredRows(models)
    .entries.find({ block: UNSEALED })
    .sort({ at: 1 })
    .limit(MAX_SEALED)
    .toArray();
  const listed = new Set(last?.entries.map(({ id }) => id));
  // An instance was killed after it had added the block.
  if (last && unsealed.some(({ _id }) => listed.has(_id))) await markSealed(models, last);
  const entries = unsealed.filter(({ _id }) => !listed.has(_id));
  if (entries.length === 0) return 0;
  const block = await createBlock(end ?? { sequence: 0, hash: '' }, entries, context);
  try {
    await models.blocks.insertMany([block], { lean: true });
  } catch (error) {
    if (isDuplicateKey(error)) return entries.length;
    throw error;
  }
  await markSealed(models, block);
  return entries.length;
}

const SEAL_MS = 2000;

export const createSealingJob = (context: SealingContext): Job =>
  defineJob({
    name: 'seal-audit',
    ms: SEAL_MS,
    async run(signal) {
      while (!signal.aborted && (await sealEntries(context)) > 0);
    },
  });

/** The keys are metric names. Counts up to 10,000. */
async function readAuditBacklog({ entries }: AuditModels) {
  const [count, [oldest]] = await Promise.all([
    entries.countDocuments({ block: UNSEALED }, { limit: MAX_COUNT }),
    entries.aggregate<{ seconds: number }>([
      { $match: { block: UNSEALED } },
      { $sort: { at: 1 } },
      { $limit: 1 },
      { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', '$at'] }, 1000] } } },
    ]),
  ]);
  return { audit_unsealed_entries: count, audit_unsealed_oldest_seconds: oldest?.seconds ?? 0 };
}

export const registerAuditMetrics = (models: AuditModels): void =>
  registerGauges(
    {
      audit_unsealed_entries: 'Entries of the audit log that no block seals yet, up to 10,000',
      audit_unsealed_oldest_seconds: 'Age of the oldest unsealed entry',
    },
    () => readAuditBacklog(models),
  );

/** Deletes overdue blocks with their entries, oldest first. The head of the last one stays, so that `verify` begins there. */
export function createRetainedEntries(db: Database): RetainedData {
  const models = createAuditModels(db.connection);
  const { blocks } = getStoredRows(models);

  return {
    kind: 'audit-log',
    async listOverdue(cutoff, page) {
      const read = await blocks
        .find({ _id: { $gt: Number(page.after ?? 0) } }, { projection: { sealedAt: 1 } })
        .sort({ _id: 1 })
        .limit(page.limit)
        .toArray();
      const rows = read.flatMap(({ _id, sealedAt }) => {
        const dueAt = cutoff.findDueAt({ at: sealedAt });
        return dueAt && dueAt <= cutoff.now ? [{ id: String(_id), dueAt }] : [];
      });
      // Blocks are in the order of their sealing: nothing after a block that stays is overdue.
      const { next } = toOverduePage(
        read.map(({ _id }) => ({ id: String(_id) })),
        page,
        rows,
      );
      return { rows, next: rows.length < read.length ? undefined : next };
    },
    delete: ({ id }) =>
      db.transaction(async () => {
        const block = await models.blocks.findById(Number(id)).lean();
        const deleted = await findDeletedHead(models);
        // A gap stays visible: what follows a missing block is not deleted.
        if (!block || block._id !== (deleted?.sequence ?? 0) + 1) return false;
        await models.entries.deleteMany({ block: block._id });
        await models.blocks.deleteOne({ _id: block._id });
        await models.deleted.replaceOne({ _id: DELETED_HEAD_ID }, toHead(block), { upsert: true });
        return true;
      }),
  };
}
