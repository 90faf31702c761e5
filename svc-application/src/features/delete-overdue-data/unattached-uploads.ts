import type { Cutoff, RetainedData } from '@archaka/service-kit';
import type { StaleDocument } from '../../persistence/document-store.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { FRESH_MS, findReferenced } from './delete-unreferenced-documents.ts';

/** A referenced document may have been last touched a day before its last use. */
const toBefore = ({ before }: Cutoff): Date => new Date(before.getTime() - FRESH_MS);

const toCursor = ({ id, touchedAt }: StaleDocument): string => `${touchedAt.toISOString()} ${id}`;

function parseCursor(cursor: string | undefined): StaleDocument | undefined {
  if (cursor === undefined) return undefined;
  const [touchedAt = '', id = ''] = cursor.split(' ');
  return { id, touchedAt: new Date(touchedAt) };
}

/** A sweep touches referenced documents, so that they are checked again only after the period, but not as fresh ones. */
export const createUnattachedUploads = (repositories: Repositories): RetainedData => ({
  kind: 'unattached-upload',

  listOverdue: async (cutoff, { after, limit, isDryRun }) => {
    const stale = await repositories.documents.listStale(toBefore(cutoff), {
      after: parseCursor(after),
      limit,
    });
    const referenced = await findReferenced(
      repositories,
      stale.map(({ id }) => id),
    );
    if (!isDryRun)
      await repositories.documents.touch([...referenced], new Date(cutoff.now.getTime() - FRESH_MS));
    const rows = stale
      .filter(({ id }) => !referenced.has(id))
      .flatMap(({ id, touchedAt }) => {
        const dueAt = cutoff.findDueAt({ at: new Date(touchedAt.getTime() + FRESH_MS) });
        return dueAt ? [{ id, dueAt }] : [];
      });
    const last = stale.at(-1);
    return { rows, next: last && stale.length === limit ? toCursor(last) : undefined };
  },

  delete: async ({ id }, cutoff) => (await repositories.documents.deleteStale([id], toBefore(cutoff))) === 1,
});
