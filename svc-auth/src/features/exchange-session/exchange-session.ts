import { exchangeSession } from '@archaka/contracts';
import { forbidden, handleCall, notFound, ok } from '@archaka/service-kit';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { SigningKeys } from '../../signing-keys.ts';

export const createExchangeSessionHandler = (sessions: SessionRepository, keys: SigningKeys) =>
  handleCall(exchangeSession, async ({ body: { session_id, audience, renewal }, caller }) => {
    if (caller !== 'shell' && caller !== audience) throw forbidden();
    const session = await (renewal ? sessions.find(session_id) : sessions.use(session_id));
    if (!session) throw notFound();
    const { token, expires_at } = await keys.signToken(session, audience);
    return ok({ data: [{ token, user_id: session.account_id, expires_at: expires_at.toISOString() }] });
  });
