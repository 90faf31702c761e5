import { listContractVersions } from '@archaka/compatibility';
import type { PublicRoute, Service } from '@archaka/contracts';
import type { Router } from 'express';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { CallHandler } from '../call-handler.ts';
import { toCallOperations } from './call-operations.ts';
import type { PathOperation } from './path-operation.ts';
import { toRouteOperations } from './route-operations.ts';

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
