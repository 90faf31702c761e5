import type { Model } from 'mongoose';
import { type SealedRow, SealedRows } from '../persistence/sealed-rows.ts';
import type { Sealed, SealingKey } from '../sealing/sealing.ts';
import type { OldRows } from './rewrite-rows.ts';

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
