import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Sealed, Sealing } from './sealing.ts';

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
export const resealPrivateKey = ({ kid, sealed }: SealedKeyPair, sealing: Sealing): Sealed =>
  sealing.seal(sealing.unseal(sealed, toSealingContext(kid)), toSealingContext(kid));

/** @throws for a value of another secret or name. */
export const unsealPrivateKey = ({ kid, sealed }: SealedKeyPair, sealing: Sealing): KeyObject =>
  createPrivateKey({ key: JSON.parse(sealing.unseal(sealed, toSealingContext(kid))), format: 'jwk' });
