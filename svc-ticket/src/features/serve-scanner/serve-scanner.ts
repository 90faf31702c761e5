import path from 'node:path';
import { routes } from '@archaka/contracts';
import { isNotModified, notFound } from '@archaka/service-kit';
import type { Request, Response, Router } from 'express';
import { encodings, PAGE_FILE, type ScannerFile, type ScannerFiles } from './scanner-files.ts';
import { scannerPolicy } from './scanner-policy.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The build puts a content hash into these names. */
const HASHED_NAME = /\.[0-9a-f]{8}\.\w+$/;

/** `GET /scan` and `GET /scan/:file`. */
export function registerScannerRoutes(router: Router, files: ScannerFiles): void {
  const respond = (request: Request, response: Response, name: string) => {
    const file = files.get(name);
    const type = CONTENT_TYPES[path.extname(name)];
    if (!file || !type) throw notFound();
    response.set({
      'content-type': type,
      'content-security-policy': scannerPolicy,
      'permissions-policy': 'camera=(self)',
      'cache-control': HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      vary: 'accept-encoding',
      // The worker's script lies below the page in its scope.
      'service-worker-allowed': routes.scanner.path,
    });
    if (isNotModified(request, file.etag)) response.status(304).end();
    else send(request, response, file);
  };
  router.get(routes.scanner.path, (request, response) => respond(request, response, PAGE_FILE));
  router.get(routes.scannerFile.path, (request, response) =>
    respond(request, response, String(request.params.file)),
  );
}

function send(request: Request, response: Response, { bytes, compressed }: ScannerFile): void {
  const encoding = encodings.find((each) => compressed.has(each) && request.acceptsEncodings(each));
  if (encoding) response.setHeader('content-encoding', encoding);
  response.end((encoding && compressed.get(encoding)) ?? bytes);
}
