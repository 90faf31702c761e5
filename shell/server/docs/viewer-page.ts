import { trialMessages } from '@archaka/contracts';
import { portalTitle } from './merge-documents.ts';

/** Swagger UI writes sanitized Markdown as text, which the portal's Trusted Types reject. Its icons are `data:`. */
export const viewerPolicy = [
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

export const createViewerPage = ({ trial }: { trial: boolean }): string => `<!doctype html>
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
