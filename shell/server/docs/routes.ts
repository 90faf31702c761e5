import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasVersion } from '@archaka/service-kit/server';
import type { Request, Response, Router } from 'express';
import type { PortalDocument } from './join-documents.ts';
import { docsPage } from './page.ts';

const style = readFileSync(path.join(import.meta.dirname, 'page.css'), 'utf8');

/** `/api/docs`, for those who build against the portal: a page and the OpenAPI document that it shows. */
export function docsRoutes(router: Router, document: () => Promise<PortalDocument>): void {
  router.get('/api/docs/openapi.json', async (request, response) => {
    send(request, response, { type: 'application/json', text: JSON.stringify(await document()) });
  });
  router.get('/api/docs/page.css', (request, response) => {
    send(request, response, { type: 'text/css', text: style });
  });
  router.get('/api/docs', async (request, response) => {
    send(request, response, { type: 'text/html', text: docsPage(await document()) });
  });
}

function send(request: Request, response: Response, { type, text }: { type: string; text: string }): void {
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  response.set({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag });
  if (hasVersion(request, etag)) response.status(304).end();
  else response.end(text);
}
