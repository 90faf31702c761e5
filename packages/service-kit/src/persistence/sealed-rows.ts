import type { Model, Query, Schema, UpdateQuery } from 'mongoose';
import { dependencyUnavailable } from '../errors.ts';
import { MAX_ATTEMPTS } from './writes.ts';

/** Every write of a sealed field counts up `revision`, from 0. */
export interface SealedRow {
  readonly _id: string;
  readonly revision: number;
}

const FIRST_REVISION = 0;

/** A sealed field was to be written without the revision that was read: a concurrent write would be lost. */
class UnrevisedWrite extends Error {
  override readonly name = 'UnrevisedWrite';
}

const WRITES = ['updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate', 'findOneAndReplace'] as const;

type Update = Readonly<Record<string, unknown>>;

const isOperator = (key: string): boolean => key.startsWith('$');

/** Fields that an update writes, by operators, as a replacement or in a pipeline. */
function listWritten(update: Update | readonly Update[] | null): string[] {
  if (Array.isArray(update)) return update.flatMap((stage: Update) => listWritten(stage));
  return Object.entries(update ?? {}).flatMap(([key, value]) =>
    isOperator(key) ? Object.keys(Object(value)) : [key],
  );
}

function assertRevised(query: Query<unknown, unknown>, fields: readonly string[]): void {
  const update = query.getUpdate() as Update | null;
  const written = listWritten(update).find((path) => fields.includes(path.split('.')[0] ?? path));
  if (written === undefined) return;
  const isConditional = typeof query.getFilter().revision === 'number';
  const isCounted = Object(update?.$inc).revision === 1;
  if (!isConditional || !isCounted)
    throw new UnrevisedWrite(`${query.model.modelName}.${written} is sealed: write it by SealedRows.update`);
}

/** Adds the revision to the schema; its sealed `fields` are then written by `SealedRows` only. */
export function sealRows<Row>(schema: Schema<Row>, fields: readonly string[]): Schema<Row> {
  schema.add({ revision: { type: Number, default: FIRST_REVISION } } as never);
  const assert = function (this: Query<unknown, unknown>) {
    assertRevised(this, fields);
  };
  for (const write of WRITES) schema.pre(write, { query: true, document: false }, assert);
  return schema;
}

/** Without `changes` the row stays as it is. */
interface RowChange<Row, Result> {
  readonly changes?: UpdateQuery<Row> | undefined;
  readonly result: Result;
}

/** The one way to change a sealed row: it is sealed and written under the revision that was read. */
export class SealedRows<Row extends SealedRow> {
  readonly #model: Model<Row>;

  constructor(model: Model<Row>) {
    this.#model = model;
  }

  /** @throws the error of a duplicate key */
  async add(row: Omit<Row, 'revision'>): Promise<void> {
    await this.#model.insertMany([{ ...row, revision: FIRST_REVISION } as Row], { lean: true });
  }

  /**
   * Joins the caller's transaction. `change` runs again after a concurrent write, or the whole transaction does.
   * @returns undefined for an unknown row
   */
  async update<Result>(
    id: Row['_id'],
    change: (row: Row) => Promise<RowChange<Row, Result>>,
  ): Promise<Result | undefined> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const row = await this.#model.findById(id).lean<Row>();
      if (!row) return undefined;
      const { changes, result } = await change(row);
      if (!changes || (await this.write(row, changes))) return result;
    }
    throw dependencyUnavailable('contended store');
  }

  /** Writes a row as it was read. False after a concurrent write. */
  async write({ _id, revision }: SealedRow, { $inc, ...changes }: UpdateQuery<Row>): Promise<boolean> {
    const update = { ...changes, $inc: { ...$inc, revision: 1 } } as UpdateQuery<Row>;
    const { matchedCount } = await this.#model.updateOne({ _id, revision } as never, update);
    return matchedCount === 1;
  }
}
