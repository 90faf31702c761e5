import { exchangeSession } from '@archaka/contracts';
import { forbidden, notFound, ok, serve } from '@archaka/service-kit';
import type { SigningKeys } from '../../signing-keys.ts';
import type { SessionStore } from '../../store/sessions.ts';

export const exchangeSessionHandler = (sessions: SessionStore, keys: SigningKeys) =>
  serve(exchangeSession, async ({ body: { session_id, audience, renewal }, caller }) => {
    if (caller !== 'shell' && caller !== audience) throw forbidden();
    const session = await (renewal ? sessions.find(session_id) : sessions.use(session_id));
    if (!session) throw notFound();
    const { token, expires_at } = await keys.signFor(session, audience);
    return ok({ data: [{ token, user_id: session.account_id, expires_at: expires_at.toISOString() }] });
  });
