import type { Service } from '@archaka/contracts';
import type { RetentionRule } from '@archaka/contracts/retention';
import type { Connection } from 'mongoose';
import { createRetainedEntries } from '../audit/retained-entries.ts';
import { ConfigurationError } from '../config.ts';
import { defineJob, type Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import { type Counter, createCounter, registerGauges } from '../metrics.ts';
import { type Database, readDatabaseTime } from '../persistence/database.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { type Cutoff, createCutoff } from './cutoff.ts';
import type { OverdueRow, RetainedData } from './retained-data.ts';
import { isSweptBy, loadExaminations, loadRetentionRules, type RetentionFiles } from './rules.ts';

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

interface SweepRow {
  _id: string;
  sweptAt: Date;
  oldestDueAt: Date | null;
}

interface SweepMetrics {
  readonly retention_overdue_oldest_seconds: number;
  readonly retention_swept_seconds: number;
}

/** The outcome of each kind's last completed sweep, which all instances report. */
interface SweepRepository {
  record(kind: string, result: SweepResult): Promise<void>;
  /** 0 before the first sweep. Ages by the database's clock. */
  readMetrics(kinds: readonly string[]): Promise<SweepMetrics>;
}

const age = (field: string) => ({ $divide: [{ $subtract: ['$$NOW', field] }, 1000] });

export function createSweepRepository(connection: Connection): SweepRepository {
  const rows = connection.collection<SweepRow>('retentionsweeps');
  return {
    async record(kind, { oldestDueAt }) {
      const swept = { sweptAt: '$$NOW', oldestDueAt: { $literal: oldestDueAt } };
      await rows.updateOne({ _id: kind }, [{ $set: swept }], { upsert: true });
    },
    async readMetrics(kinds) {
      const [oldest] = await rows
        .aggregate<{ overdue: number | null; swept: number }>([
          { $match: { _id: { $in: [...kinds] } } },
          { $group: { _id: null, dueAt: { $min: '$oldestDueAt' }, sweptAt: { $min: '$sweptAt' } } },
          { $project: { overdue: age('$dueAt'), swept: age('$sweptAt') } },
        ])
        .toArray();
      return {
        retention_overdue_oldest_seconds: Math.max(oldest?.overdue ?? 0, 0),
        retention_swept_seconds: oldest?.swept ?? 0,
      };
    },
  };
}

interface SweeperOptions {
  readonly service: Service;
  readonly data: readonly RetainedData[];
  readonly files: RetentionFiles;
  readonly db: Database;
  readonly log: Log;
  /** For tests; default: the earlier of this machine's and the database's clock. */
  readonly getNow?: () => Promise<Date>;
}

export type KindResult<Result> = { readonly kind: string } & (
  | { readonly result: Result }
  | { readonly error: unknown }
);

export interface Sweeper {
  readonly kinds: readonly string[];
  /** @throws ConfigurationError when rules and data of the service do not match */
  readonly check: () => Promise<void>;
  /** By rule. A kind that fails delays no other. Writes nothing. */
  readonly preview: () => Promise<KindResult<OverdueData>[]>;
  readonly sweep: (signal: AbortSignal) => Promise<KindResult<SweepResult>[]>;
}

const deletedRows: Counter<{ kind: string }> = createCounter({
  name: 'retention_deleted_total',
  description: 'Overdue data that a sweep deleted, by kind',
});

/** A clock that jumps ahead must not delete what is not overdue. */
const createSafeClock = (db: Database) => async (): Promise<Date> =>
  new Date(Math.min(Date.now(), Number((await readDatabaseTime(db)) ?? 0)));

function assertMatching(rules: readonly RetentionRule[], data: readonly RetainedData[]): void {
  const [ruled, declared] = [rules.map(({ kind }) => kind), data.map(({ kind }) => kind)];
  const unmatched = [
    ...ruled.filter((kind) => !declared.includes(kind)),
    ...declared.filter((kind) => !ruled.includes(kind)),
  ];
  if (unmatched.length === 0) return;
  throw new ConfigurationError(
    `RETENTION_FILE and this service name different kinds of data: ${unmatched.join(', ')}`,
  );
}

interface KindToSweep {
  readonly data: RetainedData;
  readonly cutoff: Cutoff;
}

async function loadOwnRules({ service, data, files }: SweeperOptions): Promise<RetentionRule[]> {
  const rules = (await loadRetentionRules(files)).filter((rule) => isSweptBy(rule, service));
  assertMatching(rules, data);
  return rules;
}

/** Periods and examinations are read for each sweep, so that a moved closing counts at once. */
async function listKinds(options: SweeperOptions): Promise<KindToSweep[]> {
  const { data, files, db, getNow = createSafeClock(db) } = options;
  const rules = await loadOwnRules(options);
  const known = { examinations: await loadExaminations(files.EXAM_FILE), now: await getNow() };
  const cutoffs = new Map(rules.map((rule) => [rule.kind, createCutoff(rule, known)]));
  return data.flatMap((each) => {
    const cutoff = cutoffs.get(each.kind);
    return cutoff ? [{ data: each, cutoff }] : [];
  });
}

/** Each service's audit log is swept, too. */
export function createSweeper(ownOptions: SweeperOptions): Sweeper {
  const { db, log } = ownOptions;
  const options = { ...ownOptions, data: [...ownOptions.data, createRetainedEntries(db)] };
  const sweeps = createSweepRepository(db.connection);

  const forEachKind = async <Result>(work: (kind: KindToSweep) => Promise<Result>) => {
    const results: KindResult<Result>[] = [];
    for (const each of await listKinds(options)) {
      const { kind } = each.data;
      try {
        results.push({ kind, result: await work(each) });
      } catch (error) {
        log.error({ err: error, kind }, 'sweeping overdue data failed; the next sweep tries again');
        results.push({ kind, error });
      }
    }
    return results;
  };

  const sweepKind = async ({ data, cutoff }: KindToSweep, signal: AbortSignal): Promise<SweepResult> => {
    const { kind } = data;
    const onDeleted = () => deletedRows.add({ kind });
    const result = await sweep({ data, cutoff, onDeleted, log, signal });
    if (!signal.aborted) await sweeps.record(kind, result);
    if (result.deleted > 0) log.info({ kind, deleted: result.deleted }, 'overdue data deleted');
    return result;
  };

  return {
    kinds: options.data.map(({ kind }) => kind),
    check: async () => void (await loadOwnRules(options)),
    preview: () => forEachKind(({ data, cutoff }) => listOverdueData(data, cutoff)),
    sweep: (signal) => forEachKind((kind) => sweepKind(kind, signal)),
  };
}

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 6 * HOUR_MS;

/** @throws ConfigurationError for a retention file that does not fit. */
export async function prepareRetentionJobs(options: SweeperOptions): Promise<Job[]> {
  const { db } = options;
  const sweeper = createSweeper(options);
  await sweeper.check();
  const { kinds } = sweeper;
  registerGauges(
    {
      retention_overdue_oldest_seconds: 'Age of the oldest overdue data that the last sweeps did not delete',
      retention_swept_seconds: 'Time since the oldest of the last sweeps of each kind',
    },
    () => createSweepRepository(db.connection).readMetrics(kinds),
  );
  return [
    defineJob({
      name: 'retention',
      ms: INTERVAL_MS,
      run: async (signal) => void (await sweeper.sweep(signal)),
    }),
  ];
}
