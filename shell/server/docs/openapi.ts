import { deskCookies, type Service, services, toCookieName, toHostCookieName } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import * as z from 'zod';
import type { DiscoveredRoutes, Upstreams } from '../gateway/routes.ts';
import { sliceError } from '../slices/routes.ts';

const named = z.record(z.string(), z.looseObject({}));

/** A service's `/openapi.json`. Fields that are not merged pass unchanged. */
const serviceDocument = z.object({
  /** The version of the contracts in the service's build. */
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.looseObject({ schemas: named.optional(), responses: named.optional() }).optional(),
});
type ServiceDocument = z.infer<typeof serviceDocument>;

export const portalTitle = 'Archaka examinations portal';

const description = `All calls and routes on the portal's origin, from the documents that its services publish.

Business outcomes are HTTP 200 with a \`status\` of 200, 420 or 421 in the body; every other rejection is an HTTP
status with problem details (RFC 9457). Requests are checked in this order: another site, 415, 413; 401; 429; 400; 403 or 404;
420; 421. Fields may be added to responses at any time: ignore unknown ones.`;

interface MergeOptions {
  readonly documents: readonly ServiceDocument[];
  readonly portalOrigin: string;
}

/** Components of the same name are identical in all services: the problem responses. */
function mergeDocuments({ documents, portalOrigin }: MergeOptions) {
  const version = documents
    .map(({ info }) => info.version)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1);
  return {
    openapi: '3.1.0',
    info: { title: portalTitle, version: version ?? '', description },
    servers: [{ url: portalOrigin }],
    paths: Object.assign({}, ...documents.map(({ paths }) => paths)),
    components: {
      schemas: Object.assign({}, ...documents.map(({ components }) => components?.schemas)),
      responses: Object.assign({}, ...documents.map(({ components }) => components?.responses)),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: toCookieName('session', portalOrigin),
          description: 'Set by submitwithotp; opaque, httpOnly.',
        },
        staff: {
          type: 'apiKey',
          in: 'cookie',
          name: toHostCookieName(deskCookies.session, { secure: portalOrigin.startsWith('https:') }),
          description: 'Set by signinstaff; opaque, httpOnly.',
        },
      },
    },
  };
}
export type PortalDocument = ReturnType<typeof mergeDocuments>;

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

interface DocumentCacheOptions {
  readonly upstreams: Upstreams;
  readonly routes: DiscoveredRoutes;
  readonly portalOrigin: string;
  readonly log: Log;
}

/** Lifetime of a document that lacks a service. */
const INCOMPLETE_MS = 3000;

interface CachedDocument {
  /** A new object whenever a contract changes. */
  readonly table: object;
  readonly document: Promise<PortalDocument>;
  expiresAt: number;
}

/** Rebuilds the document when a contract changes, and after some seconds when a service did not answer. */
export function createDocumentCache({ upstreams, routes, portalOrigin, log }: DocumentCacheOptions) {
  let cached: CachedDocument | undefined;

  async function tryFetchDocument(service: Service): Promise<ServiceDocument | undefined> {
    try {
      return await fetchDocument(upstreams, service);
    } catch (err) {
      log.warn({ err, part: service }, 'fetching the API document of a service failed');
      return undefined;
    }
  }

  function load(table: object): CachedDocument {
    const documents = Promise.all(services.map(tryFetchDocument));
    const entry: CachedDocument = {
      table,
      expiresAt: performance.now() + INCOMPLETE_MS,
      document: documents.then((all) => {
        if (!all.includes(undefined)) entry.expiresAt = Number.POSITIVE_INFINITY;
        const available = all.filter((part) => part !== undefined);
        return mergeDocuments({ documents: [...available, shellDocument], portalOrigin });
      }),
    };
    return entry;
  }

  return (): Promise<PortalDocument> => {
    const table = routes.table();
    if (cached?.table !== table || performance.now() > cached.expiresAt) cached = load(table);
    return cached.document;
  };
}

async function fetchDocument(upstreams: Upstreams, service: Service): Promise<ServiceDocument> {
  const { statusCode, body } = await upstreams[service].request({
    method: 'GET',
    path: '/openapi.json',
    headersTimeout: 3000,
    bodyTimeout: 3000,
  });
  const content: unknown = await body.json();
  if (statusCode !== 200) throw new Error(`It responded ${statusCode}`);
  return serviceDocument.parse(content);
}
