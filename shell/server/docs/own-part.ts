import * as z from 'zod';
import { sliceFault } from '../faults/fault.ts';
import type { DocumentPart, Operation, Schema } from './document.ts';

const looksUp = (operationId: string, summary: string, content: Operation['requestBody']): Operation => ({
  operationId,
  summary,
  tags: ['shell'],
  security: [],
  responses: { 200: { description: 'As it is now', content: content?.content ?? {} } },
});

const json = (properties: NonNullable<DocumentPart['components']>['schemas']) => ({
  content: {
    'application/json': { schema: { type: 'object', properties, required: Object.keys(properties ?? {}) } },
  },
});

/** As the services describe them. */
const refused = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/refused-${status}` }]),
  );

const { $schema: _, ...faultSchema } = z.toJSONSchema(sliceFault);

const tellsFault: Operation = {
  operationId: 'sliceFaults',
  summary: 'Tells the log which slice failed in a page, in which version and how',
  tags: ['shell'],
  security: [],
  requestBody: { content: { 'application/json': { schema: faultSchema as Schema } } },
  responses: { 204: { description: 'Taken down' }, ...refused(400, 403, 413, 415, 429) },
};

/** What the shell answers itself: by GET, but for what pages tell it. */
export const ownPart: DocumentPart = {
  info: { version: '' },
  paths: {
    '/slices.json': {
      get: looksUp(
        'slices',
        'Which remote runs at which version',
        json({ revision: { type: 'integer' }, slices: { type: 'object' } }),
      ),
    },
    '/slices/faults': { post: tellsFault },
    '/.well-known/jwks.json': {
      get: looksUp(
        'keys',
        'The public keys of all that the portal signs',
        json({ keys: { type: 'array', items: { type: 'object' } } }),
      ),
    },
    '/api/docs/openapi.json': {
      get: looksUp(
        'docs',
        'This document',
        json({
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
