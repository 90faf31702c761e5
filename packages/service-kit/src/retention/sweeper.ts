import type { Service } from '@archaka/contracts';
import type { RetentionRule } from '@archaka/contracts/retention';
import { createRetainedEntries } from '../audit/retained-entries.ts';
import { ConfigurationError } from '../config.ts';
import type { Log } from '../log.ts';
import { type Counter, createCounter } from '../metrics.ts';
import type { Database } from '../persistence/database.ts';
import { readDatabaseTime } from '../persistence/database-time.ts';
import { type Cutoff, createCutoff } from './cutoff.ts';
import { loadExaminations } from './examinations.ts';
import type { RetainedData } from './retained-data.ts';
import { isSweptBy, loadRetentionRules, type RetentionFiles } from './rules.ts';
import { listOverdueData, type OverdueData, type SweepResult, sweep } from './sweep.ts';
import { createSweepRepository } from './sweep-repository.ts';

export interface SweeperOptions {
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
