import { randomBytes } from 'node:crypto';
import { packClaims, readToken, type TicketClaims, writeToken } from '@archaka/contracts';
import { makeKeyPair, privateKeyOf, type Sealing } from '@archaka/service-kit';
import { CompactSign } from 'jose';
import type { Keys, StoredKey } from '../../store/keys.ts';
import { isSignedBy, publicKeyOf, signatureOf } from './signature.ts';

/** Signs and verifies the tokens in the tickets' codes, and signs what goes to the halls with them. */
export interface KeyRing {
  /** Makes sure that there is a key to sign with; fails when the stored one cannot be read. */
  prepare(): Promise<void>;
  /** With the newest key, or a new one once that is too old. */
  sign(claims: Omit<TicketClaims, 'key'>): Promise<string>;
  /** Signs a text as a compact JWS of this type (ES256), with the key that signs tickets. */
  signText(text: string, type: string): Promise<string>;
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
      return writeToken(payload, signatureOf(payload, key));
    },
    async signText(text, type) {
      const { kid, key } = await signingKey();
      const header = { alg: 'ES256', kid, typ: type };
      return new CompactSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(key);
    },
    async verify(token) {
      const read = readToken(token);
      const stored = read && (await keys.find(read.claims.key));
      const genuine = read && stored && isSignedBy(publicKeyOf(stored.public_jwk), read);
      return genuine ? read.claims : undefined;
    },
  };
}
