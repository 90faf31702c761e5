import type { Log } from '../log.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import type { Cutoff } from './cutoff.ts';
import type { OverdueRow, RetainedData } from './retained-data.ts';

const PAGE_SIZE = 200;
/** Rows that one sweep deletes at most; the next sweep continues. */
const MAX_DELETED = 50_000;

export interface OverdueData {
  readonly deletable: readonly OverdueRow[];
  readonly held: readonly OverdueRow[];
}

export interface SweepResult {
  readonly deleted: number;
  /** When the oldest remaining row was due; null without one. */
  readonly oldestDueAt: Date | null;
}

/** All that is overdue. Writes nothing. */
export async function listOverdueData(data: RetainedData, cutoff: Cutoff): Promise<OverdueData> {
  const rows: OverdueRow[] = [];
  let after: string | undefined;
  do {
    const page = await data.listOverdue(cutoff, { after, limit: PAGE_SIZE, isDryRun: true });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return { deletable: rows.filter(({ isHeld }) => !isHeld), held: rows.filter(({ isHeld }) => isHeld) };
}

interface SweepOptions {
  readonly data: RetainedData;
  readonly cutoff: Cutoff;
  readonly onDeleted: () => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Deletes what is overdue, row by row: an interrupted sweep has deleted whole rows, and the next one deletes the rest.
 * A row that cannot be deleted, or that the transaction of a killed process still locks, delays no other.
 * @throws DependencyUnavailable, or the database's error, when a store or a service does not answer
 */
export async function sweep({ data, cutoff, onDeleted, log, signal }: SweepOptions): Promise<SweepResult> {
  const remaining: Date[] = [];
  let deleted = 0;
  let after: string | undefined;

  const deleteRow = async (row: OverdueRow): Promise<void> => {
    try {
      if (row.isHeld) remaining.push(row.dueAt);
      else if (await data.delete(row, cutoff)) {
        deleted += 1;
        onDeleted();
      }
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      remaining.push(row.dueAt);
      log.error(
        { err: error, kind: data.kind, application_id: row.applicationId },
        'deleting overdue data failed; the next sweep tries again',
      );
    }
  };

  do {
    const page = await data.listOverdue(cutoff, { after, limit: PAGE_SIZE, isDryRun: false });
    for (const row of page.rows) {
      if (signal.aborted || deleted === MAX_DELETED) remaining.push(row.dueAt);
      else await deleteRow(row);
    }
    after = page.next;
  } while (after !== undefined && !signal.aborted && deleted < MAX_DELETED);
  return { deleted, oldestDueAt: remaining.length > 0 ? new Date(Math.min(...remaining.map(Number))) : null };
}
