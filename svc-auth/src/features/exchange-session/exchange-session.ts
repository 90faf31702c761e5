import { exchangeSession, findEndedSessions } from '@archaka/contracts';
import { forbidden, handleCall, notFound, ok } from '@archaka/service-kit';
import type { Router } from 'express';
import { hashOpaqueId } from '../../domain/opaque-id.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TokenIssuer } from './token-issuer.ts';

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
