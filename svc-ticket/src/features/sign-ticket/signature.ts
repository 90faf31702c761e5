import { createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';
import type { DecodedToken } from '@archaka/contracts';

/** The format of WebCrypto and JWS: r and s, 32 bytes each. */
const dsaEncoding = 'ieee-p1363';

export const signPayload = (payload: Uint8Array, key: KeyObject): Buffer =>
  sign('sha256', payload, { key, dsaEncoding });

/** @throws when the JWK is no public key */
export const toPublicKey = (jwk: JsonWebKey): KeyObject => createPublicKey({ key: jwk, format: 'jwk' });

export const isSignedBy = (key: KeyObject, { payload, signature }: DecodedToken): boolean =>
  verify('sha256', payload, { key, dsaEncoding }, signature);
