import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { routes } from '@archaka/contracts';
import { isNotModified, notFound } from '@archaka/service-kit';
import type { Request, Response, Router } from 'express';

const PAGE_FILE = 'index.html';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
/** The compressed copies that the build writes, in order of preference. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
/** The build puts a content hash into these names. */
const HASHED_NAME = /\.[0-9a-f]{8}\.\w+$/;

/** Photos of tickets are blobs. The scanner decodes without WebAssembly. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The bundler's policy for scripts loaded on demand, and the scanner's for its service worker.
  'trusted-types archaka hall-scanner',
].join('; ');

/** The files of the build by name, in memory, so that a deployment never mixes two builds. */
type ScannerFiles = ReadonlyMap<string, Buffer>;

/** Undefined when the folder holds no scanner. */
export async function readScannerFiles(folder: string | undefined): Promise<ScannerFiles | undefined> {
  if (folder === undefined) return undefined;
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  if (!names.includes(PAGE_FILE)) return undefined;
  const files = names.map(async (name) => [name, await readFile(path.join(folder, name))] as const);
  return new Map(await Promise.all(files));
}

/** `GET /scan` and `GET /scan/:file`. */
export function registerScannerRoutes(router: Router, files: ScannerFiles): void {
  const etags = new Map(
    [...files].map(([name, bytes]) => [name, `"${createHash('sha256').update(bytes).digest('base64url')}"`]),
  );
  const respond = (request: Request, response: Response, name: string) => {
    const file = files.get(name);
    const etag = etags.get(name);
    const type = CONTENT_TYPES[path.extname(name)];
    if (!file || !etag || !type) throw notFound();
    response.set({
      'content-type': type,
      'content-security-policy': POLICY,
      'permissions-policy': 'camera=(self)',
      'cache-control': HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      vary: 'accept-encoding',
      // The worker's script lies below the page in its scope.
      'service-worker-allowed': routes.scanner.path,
    });
    if (isNotModified(request, etag)) {
      response.status(304).end();
      return;
    }
    for (const [encoding, suffix] of Object.entries(ENCODINGS)) {
      const compressed = files.get(name + suffix);
      if (!compressed || !request.acceptsEncodings(encoding)) continue;
      response.setHeader('content-encoding', encoding).end(compressed);
      return;
    }
    response.end(file);
  };
  router.get(routes.scanner.path, (request, response) => respond(request, response, PAGE_FILE));
  router.get(routes.scannerFile.path, (request, response) =>
    respond(request, response, String(request.params.file)),
  );
}
