import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Examination, Service } from '@archaka/contracts';
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
