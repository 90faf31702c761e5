import { CLOCK_TOLERANCE_SECONDS } from '../auth/service-tokens.ts';

/** Names of a row's fields. */
export interface DueTimeFields {
  readonly dueAt: string;
  /** Milliseconds from the write to the due time; null or absent when it is not relative to the write. */
  readonly waitMs: string;
}

/** Names in collections of their own. */
export const DUE_TIME_FIELDS: DueTimeFields = { dueAt: 'dueAt', waitMs: 'waitMs' };

/** Due at once, regardless of the machine's clock. */
export const DUE_NOW = new Date(0);

/** By the database's clock, since the clocks of instances differ. */
export const fromNow = (ms: number | string) => ({ $add: ['$$NOW', ms] });

/** For a pipeline's `$set`. */
export const dueIn = ({ dueAt, waitMs }: DueTimeFields, ms: number) => ({
  [dueAt]: fromNow(ms),
  [waitMs]: ms,
});

/**
 * A primary with a fast clock writes due times that are late by its error, for the next primary. Rows that are due
 * later than their whole wait from now become due after it.
 */
export function createDueTimeCorrection({ dueAt, waitMs }: DueTimeFields) {
  const corrected = fromNow(`$${waitMs}`);
  return {
    isTooLate: {
      [dueAt]: { $type: 'date' },
      [waitMs]: { $type: 'number' },
      // Rows that are due or due much later are not read.
      $expr: {
        $and: [
          { $gt: [`$${dueAt}`, '$$NOW'] },
          { $lte: [`$${dueAt}`, fromNow(CLOCK_TOLERANCE_SECONDS * 1000)] },
          { $gt: [`$${dueAt}`, corrected] },
        ],
      },
    },
    changes: { [dueAt]: corrected },
  };
}
