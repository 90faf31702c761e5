import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { DependencyUnavailable } from '../errors.ts';
import { type SealedRow, SealedRows } from '../persistence/sealed-rows.ts';
import {
  createSealing,
  createSealingKeys,
  type KeyRing,
  type Sealed,
  type Sealing,
  type SealingKey,
} from '../sealing/sealing.ts';

export interface OldRows<Row = unknown> {
  readonly name: string;
  count(): Promise<number>;
  rows(): AsyncIterable<Row>;
  /** Reads the row again: it may have changed since it was listed. */
  rewrite(row: Row): Promise<unknown>;
  /** What to do about rows that stay. */
  readonly hint?: string;
}

interface Progress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly perSecond: number;
}

export const formatProgress = ({ name, done, total, perSecond }: Progress): string =>
  `${done} of ${total} ${name}, ${perSecond} a second`;

const CONCURRENCY = 8;
const REPORT_INTERVAL_MS = 1000;
/** MongoDB aborts a killed process's transaction after 60 s. Until then it locks its rows. */
const STALL_TIMEOUT_MS = 90_000;
const RETRY_DELAY_MS = 1000;

/** Idempotent and resumable. @returns the number of rows that cannot be rewritten */
export async function rewriteRows<Row>(
  old: OldRows<Row>,
  report: (progress: Progress) => void,
): Promise<number> {
  let remaining = await old.count();
  let progressAt = performance.now();
  while (remaining > 0) {
    const held = await rewriteAll(old, remaining, report);
    const now = await old.count();
    if (now < remaining) progressAt = performance.now();
    else if (held === 0 || performance.now() - progressAt > STALL_TIMEOUT_MS) return now;
    else await pause(RETRY_DELAY_MS);
    remaining = now;
  }
  return 0;
}

/** @returns the number of locked rows */
async function rewriteAll<Row>(
  old: OldRows<Row>,
  total: number,
  report: (progress: Progress) => void,
): Promise<number> {
  const startedAt = performance.now();
  let [done, held, reportedAt] = [0, 0, startedAt];
  const reportProgress = () => {
    reportedAt = performance.now();
    report({ name: old.name, done, total, perSecond: Math.round((done * 1000) / (reportedAt - startedAt)) });
  };
  const running = new Set<Promise<unknown>>();
  for await (const row of old.rows()) {
    const rewriting: Promise<unknown> = old
      .rewrite(row)
      .catch((error) => {
        if (!(error instanceof DependencyUnavailable)) throw error;
        held += 1;
      })
      .finally(() => running.delete(rewriting));
    running.add(rewriting);
    if (running.size >= CONCURRENCY) await Promise.race(running);
    done += 1;
    if (performance.now() - reportedAt > REPORT_INTERVAL_MS) reportProgress();
  }
  await Promise.all(running);
  reportProgress();
  return held;
}

interface RowWithSealed extends SealedRow {
  readonly sealed: Sealed;
}

interface OldSealedRowsOptions<Row> {
  readonly name: string;
  readonly model: Model<Row>;
  /** The first is the current one. */
  readonly keys: readonly SealingKey[];
  /** The row's `sealed` under the current key. */
  readonly reseal: (row: Row) => Sealed;
}

/** Rows whose `sealed` is under a key that is not the current one. */
export function createOldSealedRows<Row extends RowWithSealed>({
  name,
  model,
  keys,
  reseal,
}: OldSealedRowsOptions<Row>): OldRows<SealedRow> {
  const rows = new SealedRows(model);
  const isOld: object = { 'sealed.kid': { $ne: keys[0]?.kid ?? '' } };
  return {
    name,
    count: () => model.countDocuments(isOld),
    rows: () => model.find(isOld).lean<SealedRow>().cursor(),
    rewrite: ({ _id }) =>
      rows.update(_id as Row['_id'], async (row) => ({
        changes: { $set: { sealed: reseal(row) } as Partial<Row> },
        result: undefined,
      })),
  };
}

/** The field `sealed` of the rows of a model, each sealed for its own row under the keys of one purpose. */
export class RowSealing<Row extends RowWithSealed> {
  readonly #model: Model<Row>;
  readonly #purpose: string;
  readonly #keys: SealingKey[];
  readonly #sealing: Sealing;

  constructor(model: Model<Row>, ring: KeyRing, purpose: string) {
    this.#model = model;
    this.#purpose = purpose;
    this.#keys = createSealingKeys(ring, purpose);
    this.#sealing = createSealing(this.#keys);
  }

  seal(id: string, plain: string): Sealed {
    return this.#sealing.seal(plain, this.#toContext(id));
  }

  unseal({ _id, sealed }: Pick<Row, '_id' | 'sealed'>): string {
    return this.#sealing.unseal(sealed, this.#toContext(_id));
  }

  /** Under a key that is not the current one. */
  findOldRows(): OldRows<SealedRow> {
    return createOldSealedRows({
      name: this.#purpose,
      model: this.#model,
      keys: this.#keys,
      reseal: (row) => this.seal(row._id, this.unseal(row)),
    });
  }

  #toContext(id: string) {
    return { collection: this.#model.collection.collectionName, id };
  }
}
