import { type Call, pathOf } from '@archaka/contracts';
import { callDocs, type RefusedStatus } from '@archaka/contracts/docs';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { methodsOf } from '../call-routes.ts';
import type { Served } from '../serve.ts';
import { type Placed, securityOf } from './operation.ts';
import { refusals } from './refusals.ts';

/** A call at its address, once for each method that it answers. */
export const callOperations = (served: Served): Placed[] =>
  methodsOf(served).map((method) => ({
    path: pathOf(served.call),
    method: method === 'GET' ? 'get' : 'post',
    operation: operationOf(served, method),
  }));

function operationOf({ call, maxAge }: Served, method: 'GET' | 'POST'): Placed['operation'] {
  const isPost = method === 'POST';
  return {
    operationId: isPost ? call.name : `get-${call.name}`,
    summary: callDocs[call.name]?.summary ?? call.name,
    ...(call.checks.length > 0 && { description: rulesOf(call) }),
    tags: [call.service],
    security: securityOf(call.session),
    ...(isPost && {
      requestBody: {
        required: call.kind !== 'query',
        content: { 'application/json': { schema: call.request } },
      },
    }),
    responses: {
      200: outcomesOf(call),
      ...(!isPost && maxAge !== undefined && { 304: { description: 'As the client has it already' } }),
      ...refusals(isPost ? refusalsOf(call) : [503]),
    },
  };
}

const rulesOf = ({ checks }: Call): string =>
  `Rules, in their order: ${checks.map(({ field, message }) => `\`${field}\` ${message}`).join('; ')}.`;

/** What follows from the table, and what it does not say. */
function refusalsOf(call: Call): RefusedStatus[] {
  return [
    ...([400, 413, 415, 503] as const),
    ...(call.session === 'required' ? ([401, 429] as const) : []),
    ...(call.kind === 'query' ? [] : ([403] as const)),
    ...(callDocs[call.name]?.refusals ?? []),
  ];
}

/** Success and the business refusals share the status 200 and are told apart in the body. */
function outcomesOf({ answer }: Call): ZodOpenApiResponseObject {
  const told = Object.entries(answer.refusals);
  const words = told.map(([status, message]) => `\`status\` ${status}: ${message}`);
  return {
    description: ['`status` 200: done', ...words].join('; '),
    content: {
      'application/json': {
        schema: answer.body,
        ...(told.length > 0 && { examples: Object.fromEntries(told.map(exampleOf)) }),
      },
    },
  };
}

const exampleOf = ([status, message]: [string, string]) =>
  [status, { summary: message, value: { status: Number(status), message } }] as const;
