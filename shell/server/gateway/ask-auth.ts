import { type Call, pathOf } from '@archaka/contracts';
import { type ServiceSigner, triesWithin } from '@archaka/service-kit/server';
import type { Pool } from 'undici';
import type * as z from 'zod';

/**
 * Puts an internal call to svc-auth; undefined when it answers 404. Rejects when it does not answer, or not as the
 * contracts say.
 */
export type AskAuth = <Request extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Request, Answer>,
  body: z.input<Request>,
) => Promise<z.output<Answer> | undefined>;

/** What takes longer is not tried again. */
const ANSWER_MS = 3000;

/** Asks with the gateway's own service token. */
export function askAuthAt(svcAuth: Pool, serviceToken: ServiceSigner): AskAuth {
  async function ask(call: Call, question: unknown): Promise<{ status: number; text: string }> {
    const { statusCode, body } = await svcAuth.request({
      method: 'POST',
      path: pathOf(call),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await serviceToken('svc-auth', call.name)}`,
      },
      body: JSON.stringify(question),
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    });
    return { status: statusCode, text: await body.text() };
  }

  return async (call, question) => {
    const tries = triesWithin(ANSWER_MS, () => true);
    const { status, text } = await tries.execute(() => ask(call, question));
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`svc-auth answered ${status} to ${call.name}`);
    return call.answer.body.parse(parsed(text));
  };
}

/** Its error is without the parser's words, which repeat some of the answer: there are tokens and sessions in it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer of svc-auth is not JSON');
  }
}
