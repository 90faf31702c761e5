import type { Service } from '@archaka/contracts';
import type { RetentionRule } from '@archaka/contracts/retention';
import {
  ConfigurationError,
  type Counter,
  createCounter,
  type Database,
  isDatabaseUnavailable,
  type Job,
  type Log,
  readDatabaseTime,
  registerGauges,
} from '@archaka/service-kit';
import { createRetainedEntries } from '../audit/seal-entries.ts';
import type { OverdueRow, RetainedData } from '../retention/rules.ts';
import {
  type Cutoff,
  createCutoff,
  isSweptBy,
  loadExaminations,
  loadRetentionRules,
  type RetentionFiles,
} from '../retention/rules.ts';

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

const deletedRows: Counter<{ kind: string }> = createCounter({
  name: 'retention_deleted_total',
  description: 'Overdue data that a sweep deleted, by kind',
});

/** A clock that jumps ahead must not delete what is not overdue. */
const createSafeClock = (db: Database) => async (): Promise<Date> =>
  new Date(Math.min(Date.now(), Number((await readDatabaseTime(db)) ?? 0)));

const age = (field: string) => ({ $divide: [{ $subtract: ['$$NOW', field] }, 1000] });

/** Sweeps a service's kinds of data and its audit log, by the rules of the retention file. */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #data: readonly RetainedData[];

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#data = [...options.data, createRetainedEntries(options.db)];
  }

  /** @throws ConfigurationError when rules and data of the service do not match */
  async check(): Promise<void> {
    await this.#loadRules();
  }

  /** A kind that fails delays no other. Writes nothing. */
  preview(): Promise<KindResult<OverdueData>[]> {
    return this.#forEachKind(listOverdueData);
  }

  /** A kind that fails delays no other. */
  sweep(signal: AbortSignal): Promise<KindResult<SweepResult>[]> {
    const { log } = this.#options;
    return this.#forEachKind(async (data, cutoff) => {
      const { kind } = data;
      const onDeleted = () => deletedRows.add({ kind });
      const result = await sweep({ data, cutoff, onDeleted, log, signal });
      if (!signal.aborted) {
        const swept = { sweptAt: '$$NOW', oldestDueAt: { $literal: result.oldestDueAt } };
        await this.#sweeps.updateOne({ _id: kind }, [{ $set: swept }], { upsert: true });
      }
      if (result.deleted > 0) log.info({ kind, deleted: result.deleted }, 'overdue data deleted');
      return result;
    });
  }

  /** Of each kind's last completed sweep by any instance; 0 before the first. Ages by the database's clock. */
  async readMetrics() {
    const [oldest] = await this.#sweeps
      .aggregate<{ overdue: number | null; swept: number }>([
        { $match: { _id: { $in: this.#data.map(({ kind }) => kind) } } },
        { $group: { _id: null, dueAt: { $min: '$oldestDueAt' }, sweptAt: { $min: '$sweptAt' } } },
        { $project: { overdue: age('$dueAt'), swept: age('$sweptAt') } },
      ])
      .toArray();
    return {
      retention_overdue_oldest_seconds: Math.max(oldest?.overdue ?? 0, 0),
      retention_swept_seconds: oldest?.swept ?? 0,
    };
  }

  get #sweeps() {
    return this.#options.db.connection.collection<SweepRow>('retentionsweeps');
  }

  async #loadRules(): Promise<RetentionRule[]> {
    const { service, files } = this.#options;
    const rules = (await loadRetentionRules(files)).filter((rule) => isSweptBy(rule, service));
    const [ruled, declared] = [rules.map(({ kind }) => kind), this.#data.map(({ kind }) => kind)];
    const unmatched = [
      ...ruled.filter((kind) => !declared.includes(kind)),
      ...declared.filter((kind) => !ruled.includes(kind)),
    ];
    if (unmatched.length === 0) return rules;
    throw new ConfigurationError(
      `RETENTION_FILE and this service name different kinds of data: ${unmatched.join(', ')}`,
    );
  }

  /** Periods and examinations are read for each sweep, so that a moved closing counts at once. */
  async #forEachKind<Result>(
    work: (data: RetainedData, cutoff: Cutoff) => Promise<Result>,
  ): Promise<KindResult<Result>[]> {
    const { files, db, log, getNow = createSafeClock(db) } = this.#options;
    const rules = await this.#loadRules();
    const known = { examinations: await loadExaminations(files.EXAM_FILE, db), now: await getNow() };
    const results: KindResult<Result>[] = [];
    for (const data of this.#data) {
      const { kind } = data;
      const rule = rules.find((each) => each.kind === kind);
      if (!rule) continue;
      try {
        results.push({ kind, result: await work(data, createCutoff(rule, known)) });
      } catch (error) {
        log.error({ err: error, kind }, 'sweeping overdue data failed; the next sweep tries again');
        results.push({ kind, error });
      }
    }
    return results;
  }
}

const INTERVAL_MS = 6 * 3_600_000;

/** @throws ConfigurationError for a retention file that does not fit. */
export async function prepareRetentionJobs(options: SweeperOptions): Promise<Job[]> {
  const sweeper = new Sweeper(options);
  await sweeper.check();
  registerGauges(
    {
      retention_overdue_oldest_seconds: 'Age of the oldest overdue data that the last sweeps did not delete',
      retention_swept_seconds: 'Time since the oldest of the last sweeps of each kind',
    },
    () => sweeper.readMetrics(),
  );
  return [{ name: 'retention', ms: INTERVAL_MS, run: async (signal) => void (await sweeper.sweep(signal)) }];
}
