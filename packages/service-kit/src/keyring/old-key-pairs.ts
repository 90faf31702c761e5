import { type Connection, Schema } from 'mongoose';
import { type SealedRow, SealedRows, sealRows } from '../persistence/sealed-rows.ts';
import { createSealing, type SealingKey } from '../sealing/sealing.ts';
import { resealPrivateKey, type SealedKeyPair } from '../sealing/signing-key.ts';
import type { OldRows } from './rewrite-rows.ts';

type Row = Omit<SealedKeyPair, 'kid'> & SealedRow;

interface KeyPairOptions {
  readonly connection: Connection;
  readonly collection: string;
  readonly name: string;
  readonly keys: readonly SealingKey[];
}

export function createOldKeyPairRows({ connection, collection, name, keys }: KeyPairOptions): OldRows {
  const schema = new Schema<Row>({ _id: String }, { strict: false, versionKey: false, collection });
  const pairs = connection.model<Row>('KeyPair', sealRows(schema, ['sealed']));
  const rows = new SealedRows(pairs);
  const sealing = createSealing(keys);
  const isOld = { 'sealed.kid': { $ne: keys[0]?.kid ?? '' } };
  return {
    name,
    count: () => pairs.countDocuments(isOld),
    rows: () => pairs.find(isOld).lean<Row>().cursor(),
    rewrite: (row) =>
      rows.update((row as Row)._id, async ({ _id, ...pair }) => {
        const sealed = resealPrivateKey({ ...pair, kid: _id }, sealing);
        return { changes: { $set: { sealed } as Partial<Row> }, result: undefined };
      }),
  };
}
