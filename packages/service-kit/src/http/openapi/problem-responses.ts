import { problem } from '@archaka/contracts';
import type { ProblemStatus } from '@archaka/contracts/docs';
import * as z from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';

const DESCRIPTIONS: Readonly<Record<ProblemStatus, string>> = {
  400: 'Not valid; `errors` are in the order of the specification, `title` is the first of them',
  401: 'Not signed in',
  403: 'From another site, not the user’s own, or outside the permitted period',
  404: 'Not found',
  409: 'In conflict with the current state',
  412: 'Another version of the upload protocol',
  413: 'Too large',
  415: 'This type of content is not accepted',
  428: 'The call must be repeated with a proof of work, or after another one-time password',
  429: 'Too many requests',
  503: 'A component of the portal does not respond',
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
