import type { Connection } from 'mongoose';
import { createSealing, type SealingKey } from '../sealing/sealing.ts';
import { resealPrivateKey, type SealedKeyPair } from '../sealing/signing-key.ts';
import type { OldRows } from './rewrite-rows.ts';

type Row = Omit<SealedKeyPair, 'kid'> & { readonly _id: string };

interface KeyPairOptions {
  readonly connection: Connection;
  readonly collection: string;
  readonly name: string;
  readonly keys: readonly SealingKey[];
}

export function createOldKeyPairRows({ connection, collection, name, keys }: KeyPairOptions): OldRows {
  const rows = connection.collection<Row>(collection);
  const sealing = createSealing(keys);
  const isOld = { 'sealed.kid': { $ne: keys[0]?.kid ?? '' } };
  return {
    name,
    count: () => rows.countDocuments(isOld),
    rows: () => rows.find(isOld),
    rewrite: async (row) => {
      const { _id, ...pair } = row as Row;
      const sealed = resealPrivateKey({ ...pair, kid: _id }, sealing);
      await rows.updateOne({ _id, 'sealed.ct': pair.sealed.ct }, { $set: { sealed } });
    },
  };
}
