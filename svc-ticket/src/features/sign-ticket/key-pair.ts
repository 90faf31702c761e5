import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Wrapping } from '../../domain/wrapping.ts';
import type { StoredKey } from '../../store/keys.ts';

/** A new P-256 key pair, ready to be stored. */
export function makeKey(wrapping: Wrapping): StoredKey {
  const kid = randomBytes(2).toString('hex');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' });
  const public_jwk = publicKey.export({ format: 'jwk' });
  return { kid, made_at: new Date(), public_jwk, wrapped: wrapping.wrap(secret, kid) };
}

/** @throws when TICKET_KEYS_SECRET is not the one it was stored under. */
export const privateKeyOf = ({ kid, wrapped }: StoredKey, wrapping: Wrapping): KeyObject =>
  createPrivateKey({ key: wrapping.unwrap(wrapped, kid), format: 'der', type: 'pkcs8' });

export const publicKeyOf = ({ public_jwk }: StoredKey): KeyObject =>
  createPublicKey({ key: public_jwk, format: 'jwk' });
