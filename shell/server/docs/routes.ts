import { readFileSync } from 'node:fs';
import { trialMessages } from '@archaka/contracts';
import { wrongMethod } from '@archaka/service-kit/server';
import type { Router } from 'express';
import { type Content, createContent, sendContent } from '../content.ts';
import { type PortalDocument, portalTitle, shellDocument } from './openapi.ts';

/** Swagger UI writes sanitized Markdown as text, which the portal's Trusted Types reject. Its icons are `data:`. */
const viewerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const trialNotice = `<aside aria-label="Trial"><strong>${trialMessages.notice.en}</strong></aside>`;

const createViewerPage = ({ trial }: { trial: boolean }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${portalTitle} · API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
${trial ? trialNotice : ''}
<noscript>This page needs JavaScript. The document that it shows: <a href="/api/docs/openapi.json">openapi.json</a></noscript>
<main id="viewer"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start-viewer.js"></script>
</body>
</html>
`;

const readContent = (type: string, url: string): Content => createContent(type, readFileSync(new URL(url)));

const loadViewerFiles = (): ReadonlyMap<string, Content> =>
  new Map([
    ['swagger-ui.css', readContent('text/css', import.meta.resolve('swagger-ui-dist/swagger-ui.css'))],
    [
      'swagger-ui-bundle.js',
      readContent('text/javascript', import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    ],
    ['start-viewer.js', readContent('text/javascript', import.meta.resolve('./start-viewer.js'))],
  ]);

export function registerDocsRoutes(
  router: Router,
  document: () => Promise<PortalDocument>,
  { trial }: { trial: boolean },
): void {
  const cache = new WeakMap<PortalDocument, Content>();
  const page = createContent('text/html', Buffer.from(createViewerPage({ trial })));
  const files = loadViewerFiles();

  async function getDocumentContent(): Promise<Content> {
    const current = await document();
    const content = cache.get(current) ?? createContent('application/json', toJson(current));
    cache.set(current, content);
    return content;
  }

  router.get('/api/docs/openapi.json', async (request, response) => {
    await sendContent(request, response, await getDocumentContent());
  });
  router.get('/api/docs/:file', async (request, response, next) => {
    const content = files.get(request.params.file);
    if (content) await sendContent(request, response, content);
    else next();
  });
  router.get('/api/docs', async (request, response) => {
    response.set('Content-Security-Policy', viewerPolicy);
    await sendContent(request, response, page);
  });
  router.all(Object.keys(shellDocument.paths), () => {
    throw wrongMethod(['GET']);
  });
}

const toJson = (document: PortalDocument): Buffer => Buffer.from(JSON.stringify(document));
