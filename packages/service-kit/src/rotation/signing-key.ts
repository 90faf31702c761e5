import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { type SealedRow, sealRows } from '../persistence/sealed-rows.ts';
import { createSealing, type Sealed, type Sealing, type SealingKey } from '../sealing/sealing.ts';
import { createOldSealedRows, type OldRows } from './rewrite-rows.ts';

const COLLECTION = 'signing keys';

export interface SealedKeyPair {
  readonly kid: string;
  readonly public_jwk: JsonWebKey;
  readonly sealed: Sealed;
}

const toSealingContext = (kid: string) => ({ collection: COLLECTION, id: kid });

export function createKeyPair(kid: string, sealing: Sealing): SealedKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const plain = JSON.stringify(privateKey.export({ format: 'jwk' }));
  return {
    kid,
    public_jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' },
    sealed: sealing.seal(plain, toSealingContext(kid)),
  };
}

/** @throws for a value of another secret or name. */
const resealPrivateKey = ({ kid, sealed }: SealedKeyPair, sealing: Sealing): Sealed =>
  sealing.seal(sealing.unseal(sealed, toSealingContext(kid)), toSealingContext(kid));

/** @throws for a value of another secret or name. */
export const unsealPrivateKey = ({ kid, sealed }: SealedKeyPair, sealing: Sealing): KeyObject =>
  createPrivateKey({ key: JSON.parse(sealing.unseal(sealed, toSealingContext(kid))), format: 'jwk' });

type Row = Omit<SealedKeyPair, 'kid'> & SealedRow;

interface KeyPairOptions {
  readonly connection: Connection;
  readonly collection: string;
  readonly name: string;
  readonly keys: readonly SealingKey[];
}

export function createOldKeyPairRows({
  connection,
  collection,
  name,
  keys,
}: KeyPairOptions): OldRows<SealedRow> {
  const schema = new Schema<Row>({ _id: String }, { strict: false, versionKey: false, collection });
  const sealing = createSealing(keys);
  return createOldSealedRows({
    name,
    model: connection.model<Row>('KeyPair', sealRows(schema, ['sealed'])),
    keys,
    reseal: ({ _id, ...pair }) => resealPrivateKey({ ...pair, kid: _id }, sealing),
  });
}
