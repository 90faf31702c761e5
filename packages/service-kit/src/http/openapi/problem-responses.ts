import { problem } from '@archaka/contracts';
import type { ProblemStatus } from '@archaka/contracts/docs';
import * as z from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';

const DESCRIPTIONS: Readonly<Record<ProblemStatus, string>> = {
  400: 'Not valid; `errors` stand in the order of the specification, `title` is the first of them',
  401: 'Not signed in',
  403: 'From another site, not the user’s own, or not at this time',
  404: 'There is no such thing',
  409: 'Not as things stand now',
  412: 'Another version of the upload protocol',
  413: 'Too large',
  415: 'This type of content is not accepted',
  428: 'The call is to be made again with a proof of work, or after one more password',
  429: 'Too often',
  503: 'A part of the portal does not answer',
};

const RETRYABLE = new Set<ProblemStatus>([429, 503]);
const retryAfterHeaders = z.object({ 'retry-after': z.string() });

const createProblemResponse = (status: ProblemStatus): ZodOpenApiResponseObject => ({
  id: `refused-${status}`,
  description: DESCRIPTIONS[status],
  ...(RETRYABLE.has(status) && { headers: retryAfterHeaders }),
  content: { 'application/problem+json': { schema: problem }, 'text/html': {} },
});

const responses = new Map(
  Object.keys(DESCRIPTIONS).map((status) => [
    Number(status),
    createProblemResponse(Number(status) as ProblemStatus),
  ]),
);

export const toProblemResponses = (
  statuses: readonly ProblemStatus[],
): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    [...new Set(statuses)]
      .toSorted((one, other) => one - other)
      .map((status) => [status, responses.get(status) ?? createProblemResponse(status)]),
  );
