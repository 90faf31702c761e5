import { LRUCache } from 'lru-cache';
import type { SealedSession } from '../../persistence/session-repository.ts';
import type { SignedToken, SigningKeys } from './signing-keys.ts';

/** Far below the life of a token. */
const REUSE_MS = 60_000;
const MAX_TOKENS = 10_000;

interface IssuedToken extends SignedToken {
  readonly seal: string;
}

/** The caller has just read the session, which is open. */
export type TokenIssuer = (session: SealedSession, audience: string) => Promise<SignedToken>;

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
