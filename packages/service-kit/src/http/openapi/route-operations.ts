import { type PublicRoute, routes } from '@archaka/contracts';
import { type ProblemStatus, type ResponseDoc, type RouteDoc, routeDocs } from '@archaka/contracts/docs';
import * as z from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { type PathOperation, toSecurity } from './path-operation.ts';
import { toProblemResponses } from './problem-responses.ts';

export function toRouteOperations(route: PublicRoute): PathOperation[] {
  const name = (Object.keys(routes) as (keyof typeof routes)[]).find((key) => routes[key] === route);
  if (!name) return [];
  const { service, method, path, session } = route;
  const doc = routeDocs[name];
  const operation = {
    operationId: name,
    summary: doc.summary,
    tags: [service],
    security: toSecurity(session),
    requestParams: toParameters(path, doc),
    ...(doc.body && { requestBody: { required: true, content: toContent(doc.body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(doc.responses).map(([status, response]) => [status, toResponse(response)]),
      ),
      ...toProblemResponses(listProblemStatuses(route, doc)),
    },
  };
  return [
    {
      path: path.replace(/:(\w+)/g, '{$1}'),
      method: method.toLowerCase() as PathOperation['method'],
      operation,
    },
  ];
}

function toParameters(path: string, { query, headers }: RouteDoc) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return {
    ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
    ...(query && { query }),
    ...(headers && { header: headers }),
  };
}

const toContent = (content: NonNullable<ResponseDoc['content']>): ZodOpenApiContentObject =>
  Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, schema ? { schema } : {}]));

const toResponse = ({ description, content, headers }: ResponseDoc): ZodOpenApiResponseObject => ({
  description,
  ...(content && { content: toContent(content) }),
  ...(headers && { headers }),
});

const listProblemStatuses = (
  { session, method, crossSite = false }: PublicRoute,
  { problems: documented = [] }: RouteDoc,
): ProblemStatus[] => [
  503,
  ...(session === 'required' ? ([401, 429] as const) : []),
  ...(method === 'GET' || crossSite ? [] : ([403] as const)),
  ...documented,
];
