import { exchangeSession, pathOf } from '@archaka/contracts';
import { interceptors, type Pool } from 'undici';
import type { Exchange } from './sessions.ts';

/** Another instance may answer when the connection to one breaks. */
const onceMore = interceptors.retry({ methods: ['POST'], maxRetries: 1, minTimeout: 0, statusCodes: [] });

/** Asks svc-auth for a session's token, with the gateway's own service token. */
export function exchangeAt(auth: Pool, serviceToken: (audience: string) => Promise<string>): Exchange {
  const svcAuth = auth.compose(onceMore);
  return async (sessionId, audience) => {
    const { statusCode, body } = await svcAuth.request({
      method: 'POST',
      path: pathOf(exchangeSession),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await serviceToken('svc-auth')}`,
      },
      body: JSON.stringify({ session_id: sessionId, audience }),
      headersTimeout: 3000,
      bodyTimeout: 3000,
    });
    const answer: unknown = await body.json();
    if (statusCode === 404) return undefined;
    if (statusCode !== 200) throw new Error(`svc-auth answered ${statusCode} to a session exchange`);
    const [exchanged] = exchangeSession.answer.body.parse(answer).data ?? [];
    return exchanged && { token: exchanged.token, expiresAt: Date.parse(exchanged.expires_at) };
  };
}
