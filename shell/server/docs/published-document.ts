import { type Service, services } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import type { LearntRoutes } from '../gateway/learnt-routes.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import { type DocumentPart, documentPart } from './document.ts';
import { joinDocuments, type PortalDocument } from './join-documents.ts';
import { ownPart } from './own-part.ts';

interface Published {
  readonly upstreams: Upstreams;
  readonly routes: LearntRoutes;
  readonly portalOrigin: string;
  readonly log: Log;
}

/**
 * The document of what the services publish now. It is kept until a service publishes another contract; a service
 * that does not answer is left out, and asked again the next time.
 */
export function publishedDocument({ upstreams, routes, portalOrigin, log }: Published) {
  let kept: { table: object; document: PortalDocument } | undefined;

  async function partOf(service: Service): Promise<DocumentPart | undefined> {
    try {
      return await ask(upstreams, service);
    } catch (err) {
      log.warn({ err, part: service }, 'no documentation');
      return undefined;
    }
  }

  return async (): Promise<PortalDocument> => {
    const table = routes.table();
    if (kept?.table === table) return kept.document;
    const parts = await Promise.all(services.map(partOf));
    const heard = parts.filter((part) => part !== undefined);
    const document = joinDocuments({ parts: [...heard, ownPart], portalOrigin });
    if (heard.length === services.length) kept = { table, document };
    return document;
  };
}

async function ask(upstreams: Upstreams, service: Service): Promise<DocumentPart> {
  const { statusCode, body } = await upstreams[service].request({
    method: 'GET',
    path: '/openapi.json',
    headersTimeout: 3000,
    bodyTimeout: 3000,
  });
  const answer: unknown = await body.json();
  if (statusCode !== 200) throw new Error(`It answered ${statusCode}`);
  return documentPart.parse(answer);
}
