import { createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { decodeToken, encodeClaims, encodeToken, type TicketClaims } from '@archaka/contracts';
import {
  createKeyPair,
  createSealing,
  createSealingKeys,
  type Sealing,
  unsealPrivateKey,
} from '@archaka/service-kit';
import type { Router } from 'express';
import { CompactSign } from 'jose';
import type { Config } from '../config.ts';
import { TICKET_KEY_PURPOSE, type TicketKeyRepository } from '../persistence/ticket-key-repository.ts';

/** How long a key signs; its signatures stay valid. */
const SIGNING_MS = 180 * 24 * 60 * 60 * 1000;
/** The format of WebCrypto and JWS: r and s, 32 bytes each. */
const dsaEncoding = 'ieee-p1363';

/** Signs with the newest key, or with a new one once that has signed for half a year. */
export class KeyRing {
  readonly #keys: TicketKeyRepository;
  readonly #sealing: Sealing;

  constructor(keys: TicketKeyRepository, config: Pick<Config, 'TICKET_KEYS_SECRET'>) {
    this.#keys = keys;
    this.#sealing = createSealing(createSealingKeys(config.TICKET_KEYS_SECRET, TICKET_KEY_PURPOSE));
  }

  /** Creates the first key. @throws when the stored key cannot be unsealed */
  async prepare(): Promise<void> {
    await this.#getSigningKey();
  }

  async sign(claims: Omit<TicketClaims, 'key'>): Promise<string> {
    const { kid, key } = await this.#getSigningKey();
    const payload = encodeClaims({ ...claims, key: kid });
    return encodeToken(payload, sign('sha256', payload, { key, dsaEncoding }));
  }

  /** Returns a compact JWS (ES256) of this type. */
  async signText(text: string, typ: string): Promise<string> {
    const { kid, key } = await this.#getSigningKey();
    return new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'ES256', kid, typ })
      .sign(key);
  }

  /** Undefined for a malformed token and for one that none of our keys, however old, has signed. */
  async verify(token: string): Promise<TicketClaims | undefined> {
    const decoded = decodeToken(token);
    const stored = decoded && (await this.#keys.find(decoded.claims.key));
    if (!stored) return undefined;
    const key = createPublicKey({ key: stored.public_jwk, format: 'jwk' });
    const isGenuine = verify('sha256', decoded.payload, { key, dsaEncoding }, decoded.signature);
    return isGenuine ? decoded.claims : undefined;
  }

  async #getSigningKey() {
    const newest = await this.#keys.findNewest();
    if (newest && Date.now() - newest.made_at.getTime() < SIGNING_MS)
      return { kid: newest.kid, key: unsealPrivateKey(newest, this.#sealing) };
    const created = {
      ...createKeyPair(randomBytes(2).toString('hex'), this.#sealing),
      made_at: new Date(),
    };
    await this.#keys.add(created);
    return { kid: created.kid, key: unsealPrivateKey(created, this.#sealing) };
  }
}

/** `GET /.well-known/jwks.json`: all public keys, so that tickets can be verified offline. */
export function registerPublishKeysRoute(router: Router, keys: TicketKeyRepository): void {
  router.get('/.well-known/jwks.json', async (_request, response) => {
    response.setHeader('cache-control', 'public, max-age=60');
    response.json({ keys: (await keys.list()).map(({ public_jwk }) => public_jwk) });
  });
}
