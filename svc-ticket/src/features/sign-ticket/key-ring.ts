import { sign, verify } from 'node:crypto';
import { packClaims, readToken, type TicketClaims, writeToken } from '../../domain/token.ts';
import type { Wrapping } from '../../domain/wrapping.ts';
import type { Keys } from '../../store/keys.ts';
import { makeKey, privateKeyOf, publicKeyOf } from './key-pair.ts';

const dsaEncoding = 'ieee-p1363';

/** Signs and verifies the tokens in the tickets' codes. */
export interface KeyRing {
  /** Makes the first key where there is none; fails when the stored ones cannot be read. */
  prepare(): Promise<void>;
  /** With the newest key. */
  sign(claims: Omit<TicketClaims, 'key'>): Promise<string>;
  /** What a token says, when it is whole and one of our keys has signed it. */
  verify(token: string): Promise<TicketClaims | undefined>;
}

export function keyRing({ keys, wrapping }: { keys: Keys; wrapping: Wrapping }): KeyRing {
  const signingKey = async () => {
    const newest = await keys.findNewest();
    if (!newest) throw new Error('There is no key to sign tickets with');
    return { kid: newest.kid, key: privateKeyOf(newest, wrapping) };
  };

  return {
    async prepare() {
      if (!(await keys.findNewest())) await keys.add(makeKey(wrapping));
      await signingKey();
    },
    async sign(claims) {
      const { kid, key } = await signingKey();
      const payload = packClaims({ ...claims, key: kid });
      return writeToken(payload, sign('sha256', payload, { key, dsaEncoding }));
    },
    async verify(token) {
      const read = readToken(token);
      const stored = read && (await keys.find(read.claims.key));
      if (!read || !stored) return undefined;
      const key = publicKeyOf(stored);
      return verify('sha256', read.payload, { key, dsaEncoding }, read.signature) ? read.claims : undefined;
    },
  };
}
