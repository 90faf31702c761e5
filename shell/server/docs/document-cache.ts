import { type Service, services } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import type { DiscoveredRoutes } from '../gateway/route-discovery.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import {
  mergeDocuments,
  type PortalDocument,
  type ServiceDocument,
  serviceDocument,
} from './merge-documents.ts';
import { shellDocument } from './shell-document.ts';

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
