import { type Call, pathOf } from '@archaka/contracts';
import { interceptors, type Pool } from 'undici';
import type * as z from 'zod';

/**
 * Puts an internal call to svc-auth; undefined when it answers 404. Rejects when it does not answer, or not as the
 * contracts say.
 */
export type AskAuth = <Request extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Request, Answer>,
  body: z.input<Request>,
) => Promise<z.output<Answer> | undefined>;

/** Another instance may answer when the connection to one breaks. */
const onceMore = interceptors.retry({ methods: ['POST'], maxRetries: 1, minTimeout: 0, statusCodes: [] });

/** Asks with the gateway's own service token. */
export function askAuthAt(auth: Pool, serviceToken: (audience: string) => Promise<string>): AskAuth {
  const svcAuth = auth.compose(onceMore);
  return async (call, question) => {
    const { statusCode, body } = await svcAuth.request({
      method: 'POST',
      path: pathOf(call),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await serviceToken('svc-auth')}`,
      },
      body: JSON.stringify(question),
      headersTimeout: 3000,
      bodyTimeout: 3000,
    });
    const answer: unknown = await body.json().catch(cannotBeRead);
    if (statusCode === 404) return undefined;
    if (statusCode !== 200) throw new Error(`svc-auth answered ${statusCode} to ${call.name}`);
    return call.answer.body.parse(answer);
  };
}

/** Without the error's words, which repeat some of the answer: there are tokens and sessions in it. */
function cannotBeRead({ name }: Error): never {
  throw new Error(`The answer of svc-auth cannot be read: ${name}`);
}
