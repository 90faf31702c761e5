import {
  type Call,
  type CallSession,
  type PublicRoute,
  problem,
  routes,
  type Service,
  toCallPath,
} from '@archaka/contracts';
import { listContractVersions } from '@archaka/contracts/check';
import {
  type CallDoc,
  callDocs,
  type ProblemStatus,
  type ResponseDoc,
  type RouteDoc,
  routeDocs,
} from '@archaka/contracts/docs';
import type { Router } from 'express';
import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { CallHandler } from './call-handler.ts';
import { listMethods } from './call-routes.ts';

interface PathOperation {
  readonly path: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly operation: ZodOpenApiOperationObject;
}

/** The gateway describes the scheme, since it reads the cookie. */
const toSecurity = (session: CallSession): NonNullable<ZodOpenApiOperationObject['security']> =>
  session === 'required' ? [{ session: [] }] : session === 'staff' ? [{ staff: [] }] : [];

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

const toProblemResponses = (statuses: readonly ProblemStatus[]): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    [...new Set(statuses)]
      .toSorted((one, other) => one - other)
      .map((status) => [status, responses.get(status) ?? createProblemResponse(status)]),
  );

const toCallOperations = (handler: CallHandler): PathOperation[] =>
  listMethods(handler).map((method) => ({
    path: toCallPath(handler.call),
    method: method === 'GET' ? 'get' : 'post',
    operation: toOperation(handler, method),
  }));

function toOperation({ call, maxAge }: CallHandler, method: 'GET' | 'POST'): PathOperation['operation'] {
  const isPost = method === 'POST';
  return {
    operationId: isPost ? call.name : `get-${call.name}`,
    summary: callDocs[call.name]?.[0] ?? call.name,
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
      ...toProblemResponses(isPost ? listCallProblems(call) : [503]),
    },
  };
}

const describeChecks = ({ checks }: Call): string =>
  `Rules, in their order: ${checks.map(({ field, message }) => `\`${field}\` ${message}`).join('; ')}.`;

function listCallProblems(call: Call): ProblemStatus[] {
  const [, ...problems]: CallDoc = callDocs[call.name] ?? [''];
  return [
    ...([400, 413, 415, 503] as const),
    ...(call.session === 'none' ? [] : ([401, 429] as const)),
    ...(call.kind === 'query' && call.session !== 'staff' ? [] : ([403] as const)),
    ...problems,
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

function toRouteOperations(route: PublicRoute): PathOperation[] {
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
      ...toProblemResponses(listRouteProblems(route, doc)),
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

const listRouteProblems = (
  { session, method, crossSite = false }: PublicRoute,
  { problems: documented = [] }: RouteDoc,
): ProblemStatus[] => [
  503,
  ...(session === 'none' ? [] : ([401, 429] as const)),
  ...(method === 'GET' || crossSite ? [] : ([403] as const)),
  ...documented,
];

type OpenApiDocument = ReturnType<typeof createDocument>;

interface PublishedCalls {
  readonly service: Service;
  readonly handlers: readonly CallHandler[];
  readonly publicRoutes: readonly PublicRoute[];
}

export function registerOpenApiRoute(router: Router, published: PublishedCalls): void {
  let document: OpenApiDocument | undefined;
  router.get('/openapi.json', (_request, response) => {
    document ??= createOpenApiDocument(published);
    response.json(document);
  });
}

/** Excludes internal calls. */
function createOpenApiDocument({ service, handlers, publicRoutes }: PublishedCalls): OpenApiDocument {
  const publicHandlers = handlers.filter(({ call }) => call.session !== 'service');
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: `svc-${service}`, version: listContractVersions().at(-1) ?? '' },
      paths: toPaths([
        ...publicHandlers.flatMap(toCallOperations),
        ...publicRoutes.flatMap(toRouteOperations),
      ]),
    },
    {
      override: ({ jsonSchema, io }) => {
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        // A later version may add fields, so readers ignore unknown ones.
        if (io === 'output' && jsonSchema.additionalProperties === false) {
          delete jsonSchema.additionalProperties;
        }
      },
    },
  );
}

function toPaths(operations: readonly PathOperation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, method, operation } of operations) paths[path] = { ...paths[path], [method]: operation };
  return paths;
}
