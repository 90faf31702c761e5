import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Examination, type Service, toApplicationIdPrefix } from '@archaka/contracts';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import {
  type Database,
  ExaminationRevisions,
  loadExamination,
  readConfigurationFile,
} from '@archaka/service-kit';
import { DateTime, Duration } from 'luxon';

export interface RetentionFiles {
  readonly EXAM_FILE: string;
  readonly RETENTION_FILE?: string | undefined;
}

/** @throws ConfigurationError for a missing or malformed file. */
export async function loadRetentionRules({
  EXAM_FILE,
  RETENTION_FILE,
}: RetentionFiles): Promise<RetentionRule[]> {
  const file = RETENTION_FILE ?? join(dirname(EXAM_FILE), 'retention.json');
  return (await readConfigurationFile('RETENTION_FILE', file, retentionSchema)).kinds;
}

export const isSweptBy = ({ deleted_by, stored_in }: RetentionRule, service: Service): boolean =>
  deleted_by === 'sweep' &&
  stored_in.some((place) => place.startsWith(`${service}.`) || place.startsWith('*.'));

/** By year. */
export type Examinations = ReadonlyMap<string, Examination>;

/**
 * Includes earlier ones, in files `<year>.json` beside it, each as the desk has revised it.
 * @throws ConfigurationError for a malformed file.
 */
export async function loadExaminations(examFile: string, db: Database): Promise<Examinations> {
  const folder = dirname(examFile);
  const siblings = (await readdir(folder)).filter((name) => /^\d{4}\.json$/.test(name));
  const earlier = await Promise.all(siblings.map((name) => loadExamination(join(folder, name))));
  const all = [...earlier, await loadExamination(examFile)];
  const revisions = new ExaminationRevisions(db);
  for (const examination of all) await revisions.apply(examination);
  return new Map(all.map((examination) => [examination.examine_year, examination]));
}

interface StartingPoint {
  /** Of the examination. */
  readonly year?: string;
  /** The row's own instant. */
  readonly at?: Date | undefined;
}

/** Selects overdue rows at an instant, by a rule and the current examinations. */
export interface Cutoff {
  readonly now: Date;
  /** A row that counts from an own instant is overdue when that is not later. */
  readonly before: Date;
  /** In ascending order: rows of other years are not overdue. */
  readonly years: readonly string[];
  /** When a row must be deleted. Undefined while its examination is unknown: it stays. */
  readonly findDueAt: (start: StartingPoint) => Date | undefined;
}

/** `period` is an ISO 8601 duration. Counts in UTC. */
const addPeriod = (at: Date, period: string): Date =>
  DateTime.fromJSDate(at, { zone: 'utc' }).plus(Duration.fromISO(period)).toJSDate();

const subtractPeriod = (at: Date, period: string): Date =>
  DateTime.fromJSDate(at, { zone: 'utc' }).minus(Duration.fromISO(period)).toJSDate();

const latest = (...dates: readonly Date[]): Date => new Date(Math.max(...dates.map(Number)));

/** A day of the examination ends at midnight in India. */
const toStart = ({ closes, examination_date }: Examination, { counted_from }: RetentionRule): Date =>
  counted_from === 'examination' && examination_date
    ? latest(new Date(closes), new Date(`${examination_date}T24:00:00+05:30`))
    : new Date(closes);

export function createCutoff(
  rule: RetentionRule,
  { examinations, now }: { readonly examinations: Examinations; readonly now: Date },
): Cutoff {
  const { period, examination_field: field } = rule;
  if (period === null) throw new Error(`${rule.kind} has no period`);
  const findYearDueAt = (year: string): Date | undefined => {
    const examination = examinations.get(year);
    return examination && addPeriod(toStart(examination, rule), (field && examination[field]) ?? period);
  };
  const isOverdue = (dueAt: Date | undefined): boolean => dueAt !== undefined && dueAt <= now;

  return {
    now,
    before: subtractPeriod(now, period),
    years: [...examinations.keys()].filter((year) => isOverdue(findYearDueAt(year))).sort(),
    findDueAt: ({ year, at }) => {
      const ownDueAt = at && addPeriod(at, period);
      if (year === undefined) return ownDueAt;
      const yearDueAt = findYearDueAt(year);
      return yearDueAt && ownDueAt ? latest(yearDueAt, ownDueAt) : yearDueAt;
    },
  };
}

interface StoredRow {
  readonly year: string;
  readonly at?: Date | undefined;
}

/** When a row of a kind is deleted. Undefined while its examination is unknown. */
export type FindDueDate = (kind: string, row: StoredRow) => Promise<Date | undefined>;

/** Reads periods and examinations at each call, so that a moved closing applies at once. */
export const createDueDates =
  (files: RetentionFiles, db: Database): FindDueDate =>
  async (kind, row) => {
    const rule = (await loadRetentionRules(files)).find((each) => each.kind === kind);
    if (!rule) return undefined;
    const examinations = await loadExaminations(files.EXAM_FILE, db);
    return createCutoff(rule, { examinations, now: new Date() }).findDueAt(row);
  };

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
