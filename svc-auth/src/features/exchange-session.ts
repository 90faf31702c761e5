import { exchangeSession, findEndedSessions } from '@archaka/contracts';
import { forbidden, handleCall, notFound, ok } from '@archaka/service-kit';
import type { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { hashOpaqueId } from '../domain/session.ts';
import type { SealedSession, SessionRepository } from '../persistence/session-repository.ts';
import type { SignedToken, SigningKeys } from './signing-keys.ts';

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
