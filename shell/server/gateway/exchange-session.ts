import { exchangeSession } from '@archaka/contracts';
import type { AskAuth } from './ask-auth.ts';
import type { Exchange } from './sessions.ts';

/** Asks svc-auth for a session's token. */
export function exchangeBy(askAuth: AskAuth): Exchange {
  return async (session_id, audience, options) => {
    const answer = await askAuth(exchangeSession, { session_id, audience, ...options });
    const [exchanged] = answer?.data ?? [];
    return exchanged && { token: exchanged.token, expiresAt: Date.parse(exchanged.expires_at) };
  };
}
