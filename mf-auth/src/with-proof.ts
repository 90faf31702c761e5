import type { Call } from '@archaka/contracts';
import type { PortalError } from '@archaka/platform';
import { solveChallenge } from './solve-challenge.ts';

type Answered<Asked extends Call> =
  | { data: Asked['answer']['body']['_output']; error?: undefined }
  | { data?: undefined; error: PortalError };

/** As the portal's base query asks; it cannot tell which call's answer comes. */
type Ask = (request: { call: Call; body: unknown; quiet: true }) => unknown;

/** Asks a call, and where its address has asked much already once more with the proof of work that is wanted. */
export const withProof =
  <Asked extends Call>(call: Asked) =>
  async (
    body: Asked['request']['_input'],
    _api: unknown,
    _extra: unknown,
    ask: Ask,
  ): Promise<Answered<Asked>> => {
    const send = async (own: object) =>
      (await ask({ call, body: { ...(body as object), ...own }, quiet: true })) as Answered<Asked>;
    const answer = await send({});
    if (answer.error?.kind !== 'challenge') return answer;
    return send({ proof: await solveChallenge(answer.error.challenge) });
  };
