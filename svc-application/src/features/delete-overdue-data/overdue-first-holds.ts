import { type RetainedData, toOverduePage } from '@archaka/service-kit';
import type { FirstHoldRepository } from '../../persistence/first-hold-repository.ts';

/** `aadhaar:<year>:<blind index>:<user id>` */
const toYear = (id: string): string => id.split(':')[1] ?? '';

export const createOverdueFirstHolds = (firstHolds: FirstHoldRepository): RetainedData => ({
  kind: 'first-hold',

  listOverdue: async ({ years, findDueAt }, page) => {
    if (years.length === 0) return { rows: [], next: undefined };
    const read = (await firstHolds.listIdsByYears({ years, ...page })).map((id) => ({ id }));
    const rows = read.flatMap(({ id }) => {
      const dueAt = years.includes(toYear(id)) ? findDueAt({ year: toYear(id) }) : undefined;
      return dueAt ? [{ id, dueAt }] : [];
    });
    return toOverduePage(read, page, rows);
  },

  delete: ({ id }) => firstHolds.remove(id),
});
