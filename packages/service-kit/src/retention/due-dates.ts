import { createCutoff } from './cutoff.ts';
import { loadExaminations } from './examinations.ts';
import { loadRetentionRules, type RetentionFiles } from './rules.ts';

interface StoredRow {
  readonly year: string;
  readonly at?: Date | undefined;
}

/** When a row of a kind is deleted. Undefined while its examination is unknown. */
export type FindDueDate = (kind: string, row: StoredRow) => Promise<Date | undefined>;

/** Reads periods and examinations at each call, so that a moved closing applies at once. */
export const createDueDates =
  (files: RetentionFiles): FindDueDate =>
  async (kind, row) => {
    const rule = (await loadRetentionRules(files)).find((each) => each.kind === kind);
    if (!rule) return undefined;
    const examinations = await loadExaminations(files.EXAM_FILE);
    return createCutoff(rule, { examinations, now: new Date() }).findDueAt(row);
  };
