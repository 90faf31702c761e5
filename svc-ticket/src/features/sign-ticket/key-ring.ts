import { createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { makeKeyPair, privateKeyOf, type Sealing } from '@archaka/service-kit';
import { packClaims, readToken, type TicketClaims, writeToken } from '../../domain/token.ts';
import type { Keys, StoredKey } from '../../store/keys.ts';

const dsaEncoding = 'ieee-p1363';

/** Signs and verifies the tokens in the tickets' codes. */
export interface KeyRing {
  /** Makes sure that there is a key to sign with; fails when the stored one cannot be read. */
  prepare(): Promise<void>;
  /** With the newest key, or a new one once that is too old. */
  sign(claims: Omit<TicketClaims, 'key'>): Promise<string>;
  /** What a token says, when it is whole and one of our keys, however old, has signed it. */
  verify(token: string): Promise<TicketClaims | undefined>;
}

interface KeyRingOptions {
  readonly keys: Keys;
  readonly sealing: Sealing;
  /** How long a key signs. */
  readonly signingMs: number;
}

export function keyRing({ keys, sealing, signingMs }: KeyRingOptions): KeyRing {
  const addKey = async (): Promise<StoredKey> => {
    const key = { ...makeKeyPair(randomBytes(2).toString('hex'), sealing), made_at: new Date() };
    await keys.add(key);
    return key;
  };
  const signingKey = async () => {
    const newest = await keys.findNewest();
    const current = newest && Date.now() - newest.made_at.getTime() < signingMs ? newest : await addKey();
    return { kid: current.kid, key: privateKeyOf(current, sealing) };
  };

  return {
    async prepare() {
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
      const key = createPublicKey({ key: stored.public_jwk, format: 'jwk' });
      return verify('sha256', read.payload, { key, dsaEncoding }, read.signature) ? read.claims : undefined;
    },
  };
}
