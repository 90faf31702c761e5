import type { Connection } from 'mongoose';
import { makeSealing, type SealingKey } from '../sealing/sealing.ts';
import { type SealedKeyPair, sealAgain } from '../sealing/signing-key.ts';
import type { OldRows } from './rewrite-rows.ts';

type Row = Omit<SealedKeyPair, 'kid'> & { readonly _id: string };

interface KeyPairs {
  readonly connection: Connection;
  readonly collection: string;
  /** As operators know them. */
  readonly name: string;
  readonly keys: readonly SealingKey[];
}

/** Key pairs whose private half is sealed under an older key than the first. */
export function oldKeyPairs({ connection, collection, name, keys }: KeyPairs): OldRows {
  const rows = connection.collection<Row>(collection);
  const sealing = makeSealing(keys);
  const old = { 'sealed.kid': { $ne: keys[0]?.kid ?? '' } };
  return {
    name,
    count: () => rows.countDocuments(old),
    rows: () => rows.find(old),
    rewrite: async (row) => {
      const { _id, ...pair } = row as Row;
      const sealed = sealAgain({ ...pair, kid: _id }, sealing);
      await rows.updateOne({ _id, 'sealed.ct': pair.sealed.ct }, { $set: { sealed } });
    },
  };
}
