import { randomBytes } from 'node:crypto';
import { decodeToken, encodeClaims, encodeToken, type TicketClaims } from '@archaka/contracts';
import { createKeyPair, type Sealing, unsealPrivateKey } from '@archaka/service-kit';
import { CompactSign } from 'jose';
import type { StoredKey, TicketKeyRepository } from '../../persistence/ticket-key-repository.ts';
import { isSignedBy, signPayload, toPublicKey } from './signature.ts';

export interface KeyRing {
  /** Creates the first key. @throws when the stored key cannot be unsealed */
  prepare(): Promise<void>;
  /** Uses the newest key, or a new one once that is older than `signingMs`. */
  sign(claims: Omit<TicketClaims, 'key'>): Promise<string>;
  /** Returns a compact JWS (ES256) of this type, signed with the current ticket key. */
  signText(text: string, type: string): Promise<string>;
  /** Undefined for a malformed token and for one that none of our keys, however old, has signed. */
  verify(token: string): Promise<TicketClaims | undefined>;
}

interface KeyRingOptions {
  readonly keys: TicketKeyRepository;
  readonly sealing: Sealing;
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
