import { exchangeSession } from '@archaka/contracts';
import type { AuthClient } from './auth-client.ts';
import type { TokenExchange } from './sessions.ts';

/** Asks svc-auth for a session's token. */
export function createTokenExchange(authClient: AuthClient): TokenExchange {
  return async (session_id, audience, options) => {
    const response = await authClient(exchangeSession, { session_id, audience, ...options });
    const [exchanged] = response?.data ?? [];
    return exchanged && { token: exchanged.token, expiresAt: Date.parse(exchanged.expires_at) };
  };
}
