import type { RetainedData } from '@archaka/service-kit';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';

export const createStrayEvidence = (evidence: EvidenceRepository): RetainedData => ({
  kind: 'stray-evidence',

  listOverdue: async ({ before, findDueAt }, { after, limit }) => {
    const read = await evidence.listWithoutOrder(before, { after: new Date(after ?? 0), limit });
    const rows = read.flatMap(({ _id, at }) => {
      const dueAt = findDueAt({ at });
      return dueAt ? [{ id: _id, dueAt }] : [];
    });
    return { rows, next: read.length < limit ? undefined : read.at(-1)?.at.toISOString() };
  },

  delete: ({ id }) => evidence.remove(id),
});
