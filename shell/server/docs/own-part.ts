import type { DocumentPart, Operation } from './document.ts';

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

/** What the shell answers itself, all of it by GET alone. */
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
