import { type Call, toCallPath } from '@archaka/contracts';
import { callDocs, type ProblemStatus } from '@archaka/contracts/docs';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { CallHandler } from '../call-handler.ts';
import { listMethods } from '../call-routes.ts';
import { type PathOperation, toSecurity } from './path-operation.ts';
import { toProblemResponses } from './problem-responses.ts';

export const toCallOperations = (handler: CallHandler): PathOperation[] =>
  listMethods(handler).map((method) => ({
    path: toCallPath(handler.call),
    method: method === 'GET' ? 'get' : 'post',
    operation: toOperation(handler, method),
  }));

function toOperation({ call, maxAge }: CallHandler, method: 'GET' | 'POST'): PathOperation['operation'] {
  const isPost = method === 'POST';
  return {
    operationId: isPost ? call.name : `get-${call.name}`,
    summary: callDocs[call.name]?.summary ?? call.name,
    ...(call.checks.length > 0 && { description: describeChecks(call) }),
    tags: [call.service],
    security: toSecurity(call.session),
    ...(isPost && {
      requestBody: {
        required: call.kind !== 'query',
        content: { 'application/json': { schema: call.request } },
      },
    }),
    responses: {
      200: toOutcomeResponse(call),
      ...(!isPost && maxAge !== undefined && { 304: { description: 'The client has the current version' } }),
      ...toProblemResponses(isPost ? listProblemStatuses(call) : [503]),
    },
  };
}

const describeChecks = ({ checks }: Call): string =>
  `Rules, in their order: ${checks.map(({ field, message }) => `\`${field}\` ${message}`).join('; ')}.`;

function listProblemStatuses(call: Call): ProblemStatus[] {
  return [
    ...([400, 413, 415, 503] as const),
    ...(call.session === 'required' ? ([401, 429] as const) : []),
    ...(call.kind === 'query' ? [] : ([403] as const)),
    ...(callDocs[call.name]?.problems ?? []),
  ];
}

/** Success and business errors share the status 200 and differ in the body. */
function toOutcomeResponse({ response }: Call): ZodOpenApiResponseObject {
  const businessErrors = Object.entries(response.businessErrors);
  const descriptions = businessErrors.map(([status, message]) => `\`status\` ${status}: ${message}`);
  return {
    description: ['`status` 200: done', ...descriptions].join('; '),
    content: {
      'application/json': {
        schema: response.body,
        ...(businessErrors.length > 0 && { examples: Object.fromEntries(businessErrors.map(toExample)) }),
      },
    },
  };
}

const toExample = ([status, message]: [string, string]) =>
  [status, { summary: message, value: { status: Number(status), message } }] as const;
