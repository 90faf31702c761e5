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

/** How long a document is kept that lacks a service. */
const INCOMPLETE_MS = 3000;

interface Kept {
  /** Another one when a service has published another contract. */
  readonly table: object;
  readonly document: Promise<PortalDocument>;
  until: number;
}

/**
 * The document of what the services publish now. It is made once until a service publishes another contract; one that
 * lacks a service which does not answer is made again after some seconds.
 */
export function publishedDocument({ upstreams, routes, portalOrigin, log }: Published) {
  let kept: Kept | undefined;

  async function partOf(service: Service): Promise<DocumentPart | undefined> {
    try {
      return await ask(upstreams, service);
    } catch (err) {
      log.warn({ err, part: service }, 'no documentation');
      return undefined;
    }
  }

  function make(table: object): Kept {
    const parts = Promise.all(services.map(partOf));
    const making: Kept = {
      table,
      until: performance.now() + INCOMPLETE_MS,
      document: parts.then((all) => {
        if (!all.includes(undefined)) making.until = Number.POSITIVE_INFINITY;
        const heard = all.filter((part) => part !== undefined);
        return joinDocuments({ parts: [...heard, ownPart], portalOrigin });
      }),
    };
    return making;
  }

  return (): Promise<PortalDocument> => {
    const table = routes.table();
    if (kept?.table !== table || performance.now() > kept.until) kept = make(table);
    return kept.document;
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
