import { type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { createKeyPair, type Sealing, unsealPrivateKey } from '@archaka/service-kit';
import { SignJWT } from 'jose';
import { TOKEN_MINUTES } from '../domain/session.ts';
import type { Session } from '../persistence/session-repository.ts';
import type { SigningKey, SigningKeyRepository } from '../persistence/signing-key-repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SIGNING_PERIOD_MS = 30 * DAY_MS;
const RETIREMENT_AGE_MS = SIGNING_PERIOD_MS + 2 * DAY_MS;
/** Published this long before its first signature, so that every verifier knows the key. */
const PUBLISH_LEAD_MS = 5 * MINUTE_MS;
const CACHE_MS = MINUTE_MS;

function createKey(sealing: Sealing): SigningKey {
  const created_at = new Date();
  return {
    ...createKeyPair(`auth-${randomUUID()}`, sealing),
    created_at,
    retires_at: new Date(created_at.getTime() + RETIREMENT_AGE_MS),
  };
}

const getAgeMs = ({ created_at }: SigningKey): number => Date.now() - created_at.getTime();

export interface SignedToken {
  readonly token: string;
  readonly expires_at: Date;
}

/** Sealed at rest, shared by all instances, rotated every 30 days. */
export class SigningKeys {
  readonly #repository: SigningKeyRepository;
  readonly #sealing: Sealing;
  #cached: { kid: string; key: KeyObject; until: number } | undefined;

  constructor(repository: SigningKeyRepository, sealing: Sealing) {
    this.#repository = repository;
    this.#sealing = sealing;
  }

  /** Valid for 15 minutes and one audience. */
  async signToken(session: Session, audience: string): Promise<SignedToken> {
    const { kid, key } = await this.#getSigningKey();
    const expires_at = new Date(Math.floor(Date.now() / 1000) * 1000 + TOKEN_MINUTES * MINUTE_MS);
    const token = await new SignJWT({ number: session.number, name: session.name, sid: session._id })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer('svc-auth')
      .setAudience(audience)
      .setSubject(session.account_id)
      .setIssuedAt()
      .setExpirationTime(expires_at)
      .sign(key);
    return { token, expires_at };
  }

  async listPublicKeys(): Promise<JsonWebKey[]> {
    return (await this.#listWithCurrentKey()).map(({ public_jwk }) => public_jwk);
  }

  async #listWithCurrentKey(): Promise<SigningKey[]> {
    const keys = await this.#repository.list();
    if (keys[0] && getAgeMs(keys[0]) < SIGNING_PERIOD_MS) return keys;
    await this.#repository.add(createKey(this.#sealing));
    return this.#repository.list();
  }

  async #getSigningKey() {
    if (this.#cached && this.#cached.until > Date.now()) return this.#cached;
    const keys = await this.#listWithCurrentKey();
    const stored = keys.find((key) => getAgeMs(key) > PUBLISH_LEAD_MS) ?? keys.at(-1);
    if (!stored) throw new Error('the key that was just stored is missing');
    const key = unsealPrivateKey(stored, this.#sealing);
    this.#cached = { kid: stored.kid, key, until: Date.now() + CACHE_MS };
    return this.#cached;
  }
}
