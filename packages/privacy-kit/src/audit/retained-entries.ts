import type { Database } from '@archaka/service-kit';
import type { RetainedData } from '../retention/retained-data.ts';
import { toOverduePage } from '../retention/retained-data.ts';
import { createAuditModels, DELETED_HEAD_ID, getStoredRows, toHead } from './audit-models.ts';
import { findDeletedHead } from './seal-entries.ts';

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
