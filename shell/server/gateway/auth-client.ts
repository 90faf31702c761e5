import { type Call, toCallPath } from '@archaka/contracts';
import { retryWithin, type ServiceSigner } from '@archaka/service-kit/server';
import type { Pool } from 'undici';
import type * as z from 'zod';

/**
 * Puts an internal call to svc-auth; undefined when it answers 404. Rejects when it does not answer, or not as the
 * contracts say.
 */
export type AuthClient = <Request extends z.ZodType, Result extends z.ZodType>(
  call: Call<Request, Result>,
  body: z.input<Request>,
) => Promise<z.output<Result> | undefined>;

/** What takes longer is not tried again. */
const RESPONSE_TIMEOUT_MS = 3000;

/** Asks with the gateway's own service token. */
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
    const retries = retryWithin(RESPONSE_TIMEOUT_MS, () => true);
    const { status, text } = await retries.execute(() => send(call, payload));
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`svc-auth answered ${status} to ${call.name}`);
    return call.response.body.parse(parseJson(text));
  };
}

/** Its error is without the parser's words, which repeat some of the answer: there are tokens and sessions in it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer of svc-auth is not JSON');
  }
}
