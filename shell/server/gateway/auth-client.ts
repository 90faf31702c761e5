import { type Call, exchangeSession, toCallPath } from '@archaka/contracts';
import { retryWithin, type ServiceSigner, type TokenExchange } from '@archaka/service-kit/server';
import type { Pool } from 'undici';
import type * as z from 'zod';

/** Undefined for 404. Rejects without a response or for one that violates the contract. */
export type AuthClient = <Request extends z.ZodType, Result extends z.ZodType>(
  call: Call<Request, Result>,
  body: z.input<Request>,
) => Promise<z.output<Result> | undefined>;

/** Slower calls are not retried. */
const RESPONSE_TIMEOUT_MS = 3000;

export function createAuthClient(svcAuth: Pool, serviceToken: ServiceSigner): AuthClient {
  async function send(call: Call, payload: unknown): Promise<{ status: number; text: string }> {
    const { statusCode, body } = await svcAuth.request({
      method: 'POST',
      path: toCallPath(call),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await serviceToken('svc-auth', call.name)}`,
      },
      body: JSON.stringify(payload),
      headersTimeout: RESPONSE_TIMEOUT_MS,
      bodyTimeout: RESPONSE_TIMEOUT_MS,
    });
    return { status: statusCode, text: await body.text() };
  }

  return async (call, payload) => {
    const { status, text } = await retryWithin(
      RESPONSE_TIMEOUT_MS,
      () => true,
      () => send(call, payload),
    );
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`svc-auth responded ${status} to ${call.name}`);
    return call.response.body.parse(parseJson(text));
  };
}

/** Hides the parser's message, which quotes the response with its tokens and sessions. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer of svc-auth is not JSON');
  }
}

export const createTokenExchange =
  (authClient: AuthClient): TokenExchange =>
  async (session_id, audience, options) => {
    const response = await authClient(exchangeSession, { session_id, audience, ...options });
    const [exchanged] = response?.data ?? [];
    return exchanged && { token: exchanged.token, expiresAt: Date.parse(exchanged.expires_at) };
  };
