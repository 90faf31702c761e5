import { type PublicRoute, routes } from '@archaka/contracts';
import { type AnswerDoc, type RefusedStatus, type RouteDoc, routeDocs } from '@archaka/contracts/docs';
import * as z from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { type Placed, securityOf } from './operation.ts';
import { refusals } from './refusals.ts';

/** An address outside the table of calls; none for one that the contracts do not name. */
export function routeOperations(route: PublicRoute): Placed[] {
  const name = (Object.keys(routes) as (keyof typeof routes)[]).find((key) => routes[key] === route);
  if (!name) return [];
  const { service, method, path, session } = route;
  const doc = routeDocs[name];
  const operation = {
    operationId: name,
    summary: doc.summary,
    tags: [service],
    security: securityOf(session),
    requestParams: parametersOf(path, doc),
    ...(doc.body && { requestBody: { required: true, content: contentOf(doc.body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(doc.answers).map(([status, answer]) => [status, answerOf(answer)]),
      ),
      ...refusals(refusalsOf(route, doc)),
    },
  };
  return [
    {
      path: path.replace(/:(\w+)/g, '{$1}'),
      method: method.toLowerCase() as Placed['method'],
      operation,
    },
  ];
}

function parametersOf(path: string, { query, headers }: RouteDoc) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return {
    ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
    ...(query && { query }),
    ...(headers && { header: headers }),
  };
}

const contentOf = (content: NonNullable<AnswerDoc['content']>): ZodOpenApiContentObject =>
  Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, schema ? { schema } : {}]));

const answerOf = ({ says, content, headers }: AnswerDoc): ZodOpenApiResponseObject => ({
  description: says,
  ...(content && { content: contentOf(content) }),
  ...(headers && { headers }),
});

/** What follows from session and method, and what the route says itself. */
const refusalsOf = (
  { session, method, crossSite = false }: PublicRoute,
  { refusals: own = [] }: RouteDoc,
): RefusedStatus[] => [
  503,
  ...(session === 'required' ? ([401, 429] as const) : []),
  ...(method === 'GET' || crossSite ? [] : ([403] as const)),
  ...own,
];
