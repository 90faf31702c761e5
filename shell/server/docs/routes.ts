import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasVersion, wrongMethod } from '@archaka/service-kit/server';
import type { Request, Response, Router } from 'express';
import type { PortalDocument } from './join-documents.ts';
import { ownPart } from './own-part.ts';
import { docsPage } from './page.ts';

const style = readFileSync(path.join(import.meta.dirname, 'page.css'), 'utf8');

/** A document as it is sent: made once, since anybody may ask for it. */
interface Texts {
  readonly json: string;
  readonly html: string;
}

/** `/api/docs`, for those who build against the portal: a page and the OpenAPI document that it shows. */
export function docsRoutes(
  router: Router,
  document: () => Promise<PortalDocument>,
  { trial }: { trial: boolean },
): void {
  const texts = new WeakMap<PortalDocument, Texts>();

  async function textsNow(): Promise<Texts> {
    const now = await document();
    const made = texts.get(now) ?? { json: JSON.stringify(now), html: docsPage(now, { trial }) };
    texts.set(now, made);
    return made;
  }

  router.get('/api/docs/openapi.json', async (request, response) => {
    send(request, response, { type: 'application/json', text: (await textsNow()).json });
  });
  router.get('/api/docs/page.css', (request, response) => {
    send(request, response, { type: 'text/css', text: style });
  });
  router.get('/api/docs', async (request, response) => {
    send(request, response, { type: 'text/html', text: (await textsNow()).html });
  });
  router.all(Object.keys(ownPart.paths), () => {
    throw wrongMethod(['GET']);
  });
}

function send(request: Request, response: Response, { type, text }: { type: string; text: string }): void {
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  response.set({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag });
  if (hasVersion(request, etag)) response.status(304).end();
  else response.end(text);
}
