import type { Call } from '@archaka/contracts';
import type { PortalError } from '@archaka/platform';
import { solveChallenge } from './solve-challenge.ts';

type CallResult<SentCall extends Call> =
  | { data: SentCall['response']['body']['_output']; error?: undefined }
  | { data?: undefined; error: PortalError };

/** As the portal's base query asks; it cannot tell which call's answer comes. */
type BaseQuery = (request: { call: Call; body: unknown; quiet: true }) => unknown;

/** Asks a call, and where its address has asked much already once more with the proof of work that is wanted. */
export const withProof =
  <SentCall extends Call>(call: SentCall) =>
  async (
    body: SentCall['request']['_input'],
    _api: unknown,
    _extra: unknown,
    baseQuery: BaseQuery,
  ): Promise<CallResult<SentCall>> => {
    const send = async (extraFields: object) =>
      (await baseQuery({
        call,
        body: { ...(body as object), ...extraFields },
        quiet: true,
      })) as CallResult<SentCall>;
    const result = await send({});
    if (result.error?.kind !== 'challenge') return result;
    return send({ proof: await solveChallenge(result.error.challenge) });
  };
