import { type Database, type RetainedData, toOverduePage } from '@archaka/service-kit';
import type { Repositories } from '../../persistence/repositories.ts';
import { deleteUnreferencedDocuments } from './delete-unreferenced-documents.ts';

export const createOverdueDrafts = (db: Database, repositories: Repositories): RetainedData => ({
  kind: 'draft',

  listOverdue: async ({ years, findDueAt, now }, page) => {
    if (years.length === 0) return { rows: [], next: undefined };
    const slots = await repositories.drafts.listByYears({ years, ...page });
    const rows = slots.flatMap(({ id, applicationId, examYear, savedAt }) => {
      const dueAt = findDueAt({ year: examYear, at: savedAt });
      return dueAt && dueAt <= now ? [{ id, applicationId, dueAt }] : [];
    });
    return toOverduePage(slots, page, rows);
  },

  delete: ({ id }, cutoff) =>
    db.transaction(async () => {
      const documents = await repositories.drafts.remove(id);
      if (!documents) return false;
      await deleteUnreferencedDocuments(repositories, documents, cutoff);
      return true;
    }),
});
