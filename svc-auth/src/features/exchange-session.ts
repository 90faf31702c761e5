import { type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { exchangeSession, findEndedSessions } from '@archaka/contracts';
import {
  createKeyPair,
  forbidden,
  handleCall,
  notFound,
  ok,
  type Sealing,
  unsealPrivateKey,
} from '@archaka/service-kit';
import type { Router } from 'express';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { hashOpaqueId, TOKEN_MINUTES } from '../domain/session.ts';
import type { SealedSession, Session, SessionRepository } from '../persistence/session-repository.ts';
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

interface SignedToken {
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

/** Far below the life of a token. */
const REUSE_MS = 60_000;
const MAX_TOKENS = 10_000;

interface IssuedToken extends SignedToken {
  readonly seal: string;
}

/** The caller has just read the session, which is open. */
type TokenIssuer = (session: SealedSession, audience: string) => Promise<SignedToken>;

/** Repeats a token for a minute: the gateway asks each second, and a service verifies a known one once. */
export function createTokenIssuer(signToken: SigningKeys['signToken']): TokenIssuer {
  // By the clock that decides when a token expires: a monotonic one may stop while the machine is suspended.
  const tokens = new LRUCache<string, IssuedToken>({
    max: MAX_TOKENS,
    ttl: REUSE_MS,
    ttlAutopurge: true,
    perf: Date,
  });

  return async (session, audience) => {
    const purpose = `${session._id} ${audience}`;
    const issued = tokens.get(purpose);
    if (issued?.seal === session.seal) return issued;
    const signed = await signToken(await session.open(), audience);
    tokens.set(purpose, { ...signed, seal: session.seal });
    return signed;
  };
}

export const createExchangeSessionHandler = (sessions: SessionRepository, issueToken: TokenIssuer) =>
  handleCall(exchangeSession, {
    handle: async ({ body: { session_id, audience, renewal }, caller }) => {
      if (caller !== 'shell' && caller !== audience) throw forbidden();
      const session = await (renewal ? sessions.find(session_id) : sessions.use(session_id));
      if (!session) throw notFound();
      const { token, expires_at } = await issueToken(session, audience);
      return ok({ data: [{ token, user_id: session.account_id, expires_at: expires_at.toISOString() }] });
    },
  });

export const createEndedSessionsHandler = (sessions: SessionRepository) =>
  handleCall(findEndedSessions, {
    handle: async ({ body: { session_ids, sids } }) => {
      const entries = [
        ...session_ids.map((id) => [hashOpaqueId(id), id] as const),
        ...sids.map((sid) => [sid, sid] as const),
      ];
      const ended = new Set(await sessions.findEnded(entries.map(([hash]) => hash)));
      const endedEntries = entries.filter(([hash]) => ended.has(hash));
      return ok({ data: endedEntries.map(([, session_id]) => ({ session_id })) });
    },
  });

export const createPublishKeysRoute = (signingKeys: SigningKeys) => (router: Router) => {
  router.get('/.well-known/jwks.json', async (_request, response) => {
    response.set('cache-control', 'public, max-age=60').json({ keys: await signingKeys.listPublicKeys() });
  });
};
