import * as z from 'zod';
import { sliceError } from '../slice-errors/routes.ts';
import type { ServiceDocument } from './merge-documents.ts';

const describeGet = (operationId: string, summary: string, content: JsonContent) => ({
  operationId,
  summary,
  tags: ['shell'],
  security: [],
  responses: { 200: { description: 'The current state', content } },
});

const toJsonContent = (properties: Readonly<Record<string, object>>) => ({
  'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
});
type JsonContent = ReturnType<typeof toJsonContent>;

const toProblemResponses = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/refused-${status}` }]),
  );

const { $schema: _, ...sliceErrorSchema } = z.toJSONSchema(sliceError);

const reportSliceError = {
  operationId: 'sliceFaults',
  summary: 'Logs the failure of a slice in a page, with its version and kind',
  tags: ['shell'],
  security: [],
  requestBody: { content: { 'application/json': { schema: sliceErrorSchema } } },
  responses: { 204: { description: 'Logged' }, ...toProblemResponses(400, 403, 413, 415, 429) },
};

export const shellDocument: ServiceDocument = {
  info: { version: '' },
  paths: {
    '/slices.json': {
      get: describeGet(
        'slices',
        'The deployed versions of the remotes',
        toJsonContent({ revision: { type: 'integer' }, slices: { type: 'object' } }),
      ),
    },
    '/slices/faults': { post: reportSliceError },
    '/.well-known/jwks.json': {
      get: describeGet(
        'keys',
        'The public keys of the portal’s signatures',
        toJsonContent({ keys: { type: 'array', items: { type: 'object' } } }),
      ),
    },
    '/api/docs/openapi.json': {
      get: describeGet(
        'docs',
        'This document',
        toJsonContent({
          openapi: { type: 'string' },
          info: { type: 'object' },
          servers: { type: 'array', items: { type: 'object' } },
          paths: { type: 'object' },
          components: { type: 'object' },
        }),
      ),
    },
  },
};
