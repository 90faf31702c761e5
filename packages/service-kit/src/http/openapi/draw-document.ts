import { contractVersions } from '@archaka/compatibility';
import type { PublicRoute, Service } from '@archaka/contracts';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Served } from '../serve.ts';
import { callOperations } from './call-operations.ts';
import type { Placed } from './operation.ts';
import { routeOperations } from './route-operations.ts';

interface Published {
  readonly service: Service;
  readonly handlers: readonly Served[];
  readonly publicRoutes: readonly PublicRoute[];
}

/** A service's part of the portal's OpenAPI document: what the gateway opens of it, and nothing internal. */
export function drawDocument({
  service,
  handlers,
  publicRoutes,
}: Published): ReturnType<typeof createDocument> {
  const opened = handlers.filter(({ call }) => call.session !== 'service');
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: `svc-${service}`, version: contractVersions().at(-1) ?? '' },
      paths: pathsOf([...opened.flatMap(callOperations), ...publicRoutes.flatMap(routeOperations)]),
    },
    {
      override: ({ jsonSchema, io }) => {
        // A format's name says it to readers; the library's expression for it is a line long.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        // Fields may come in a later version: whoever reads an answer ignores those that are not here.
        if (io === 'output' && jsonSchema.additionalProperties === false) {
          delete jsonSchema.additionalProperties;
        }
      },
    },
  );
}

function pathsOf(placed: readonly Placed[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, method, operation } of placed) paths[path] = { ...paths[path], [method]: operation };
  return paths;
}
