import { toCookieName } from '@archaka/contracts';
import * as z from 'zod';

const named = z.record(z.string(), z.looseObject({}));

/** A service's `/openapi.json`. Fields that are not merged pass unchanged. */
export const serviceDocument = z.object({
  /** The version of the contracts in the service's build. */
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.looseObject({ schemas: named.optional(), responses: named.optional() }).optional(),
});
export type ServiceDocument = z.infer<typeof serviceDocument>;

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
export function mergeDocuments({ documents, portalOrigin }: MergeOptions) {
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
      },
    },
  };
}
export type PortalDocument = ReturnType<typeof mergeDocuments>;
