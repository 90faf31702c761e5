import { toApplicationIdPrefix } from '@archaka/contracts';
import type { Cutoff } from './rules.ts';

interface ApplicationIdRange {
  readonly after: string;
  readonly before: string;
}

/** All application IDs of the years, which are in ascending order, sort between the two. Undefined without a year. */
function findApplicationIdRange(years: readonly string[]): ApplicationIdRange | undefined {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { after: toApplicationIdPrefix(first), before: `${toApplicationIdPrefix(last)}~` };
}

export const findExamineYear = (years: readonly string[], applicationId: string): string | undefined =>
  years.find((year) => applicationId.startsWith(toApplicationIdPrefix(year)));

/** Something that is to be deleted as a whole, with all that belongs to it. */
export interface OverdueRow {
  readonly id: string;
  readonly dueAt: Date;
  /** For the operator's list. Absent for what belongs to no application. */
  readonly applicationId?: string;
  /** Money, a refund or a dispute is open, so that it stays for now. */
  readonly isHeld?: boolean;
}

interface OverduePage {
  readonly rows: readonly OverdueRow[];
  /** Where the next page begins; undefined after the last. */
  readonly next: string | undefined;
}

interface PageRequest {
  readonly after: string | undefined;
  /** Rows to read; a page may have fewer overdue ones. */
  readonly limit: number;
  /** Nothing may be written. */
  readonly isDryRun: boolean;
}

/** How a service finds and deletes its data of one kind. */
export interface RetainedData {
  /** As in the retention file; several may share one. */
  readonly kind: string;
  /** Reads by an index. */
  readonly listOverdue: (cutoff: Cutoff, page: PageRequest) => Promise<OverduePage>;
  /** Runs in one transaction. False when the row is deleted already or not overdue any more. */
  readonly delete: (row: OverdueRow, cutoff: Cutoff) => Promise<boolean>;
}

/** A page of rows that were read in the order of their ids. */
export const toOverduePage = (
  read: readonly { readonly id: string }[],
  { limit }: Pick<PageRequest, 'limit'>,
  rows: readonly OverdueRow[],
): OverduePage => ({ rows, next: read.length < limit ? undefined : read.at(-1)?.id });

interface ReadApplications {
  /** All that were read, in ascending order. */
  readonly ids: readonly string[];
  readonly rows: readonly OverdueRow[];
}

/** A page of the applications of all examinations, for a service that stores their IDs without the year. */
export async function listOverdueApplications(
  cutoff: Cutoff,
  page: PageRequest,
  read: (range: ApplicationIdRange & Pick<PageRequest, 'limit'>) => Promise<ReadApplications>,
): Promise<OverduePage> {
  const range = findApplicationIdRange(cutoff.years);
  if (!range) return { rows: [], next: undefined };
  const { after = range.after, limit } = page;
  const { ids, rows } = await read({ ...range, after, limit });
  return toOverduePage(
    ids.map((id) => ({ id })),
    page,
    rows,
  );
}
