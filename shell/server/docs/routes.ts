import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isNotModified, wrongMethod } from '@archaka/service-kit/server';
import type { Request, Response, Router } from 'express';
import type { PortalDocument } from './merge-documents.ts';
import { renderDocsPage } from './page.ts';
import { shellDocument } from './shell-document.ts';

const stylesheet = readFileSync(path.join(import.meta.dirname, 'page.css'), 'utf8');

/** A document as it is sent: made once, since anybody may ask for it. */
interface RenderedDocs {
  readonly json: string;
  readonly html: string;
}

/** `/api/docs`, for those who build against the portal: a page and the OpenAPI document that it shows. */
export function registerDocsRoutes(
  router: Router,
  document: () => Promise<PortalDocument>,
  { trial }: { trial: boolean },
): void {
  const cache = new WeakMap<PortalDocument, RenderedDocs>();

  async function getRenderedDocs(): Promise<RenderedDocs> {
    const current = await document();
    const rendered = cache.get(current) ?? {
      json: JSON.stringify(current),
      html: renderDocsPage(current, { trial }),
    };
    cache.set(current, rendered);
    return rendered;
  }

  router.get('/api/docs/openapi.json', async (request, response) => {
    send(request, response, { type: 'application/json', text: (await getRenderedDocs()).json });
  });
  router.get('/api/docs/page.css', (request, response) => {
    send(request, response, { type: 'text/css', text: stylesheet });
  });
  router.get('/api/docs', async (request, response) => {
    send(request, response, { type: 'text/html', text: (await getRenderedDocs()).html });
  });
  router.all(Object.keys(shellDocument.paths), () => {
    throw wrongMethod(['GET']);
  });
}

function send(request: Request, response: Response, { type, text }: { type: string; text: string }): void {
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  response.set({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag });
  if (isNotModified(request, etag)) response.status(304).end();
  else response.end(text);
}
