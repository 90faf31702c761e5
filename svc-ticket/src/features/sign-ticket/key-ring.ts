import { randomBytes } from 'node:crypto';
import { decodeToken, encodeClaims, encodeToken, type TicketClaims } from '@archaka/contracts';
import { createKeyPair, type Sealing, unsealPrivateKey } from '@archaka/service-kit';
import { CompactSign } from 'jose';
import type { StoredKey, TicketKeyRepository } from '../../persistence/ticket-key-repository.ts';
import { isSignedBy, signPayload, toPublicKey } from './signature.ts';

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
  readonly keys: TicketKeyRepository;
  readonly sealing: Sealing;
  /** How long a key signs. */
  readonly signingMs: number;
}

export function createKeyRing({ keys, sealing, signingMs }: KeyRingOptions): KeyRing {
  const addKey = async (): Promise<StoredKey> => {
    const key = { ...createKeyPair(randomBytes(2).toString('hex'), sealing), made_at: new Date() };
    await keys.add(key);
    return key;
  };
  const getSigningKey = async () => {
    const newest = await keys.findNewest();
    const current = newest && Date.now() - newest.made_at.getTime() < signingMs ? newest : await addKey();
    return { kid: current.kid, key: unsealPrivateKey(current, sealing) };
  };

  return {
    async prepare() {
      await getSigningKey();
    },
    async sign(claims) {
      const { kid, key } = await getSigningKey();
      const payload = encodeClaims({ ...claims, key: kid });
      return encodeToken(payload, signPayload(payload, key));
    },
    async signText(text, type) {
      const { kid, key } = await getSigningKey();
      const header = { alg: 'ES256', kid, typ: type };
      return new CompactSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(key);
    },
    async verify(token) {
      const decoded = decodeToken(token);
      const stored = decoded && (await keys.find(decoded.claims.key));
      const isGenuine = decoded && stored && isSignedBy(toPublicKey(stored.public_jwk), decoded);
      return isGenuine ? decoded.claims : undefined;
    },
  };
}
