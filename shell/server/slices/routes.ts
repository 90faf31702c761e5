import { hash } from 'node:crypto';
import path from 'node:path';
import { hasVersion } from '@archaka/service-kit/server';
import type { Router } from 'express';
import { sendImmutable } from '../pages/immutable-files.ts';
import type { RegistryFile } from './registry-file.ts';
import { sliceName, sliceVersion } from './release.ts';

/** A browser that tries again asks under another address, so as not to wait behind its first request. */
const nextTry = /-\d{1,3}$/;

/** What runs now, and the files of every version that was ever published. */
export function sliceRoutes(
  router: Router,
  { store, registry }: { store: string; registry: RegistryFile },
): void {
  router.get('/slices.json', async (request, response) => {
    const { registry: slices, stamp } = await registry.read();
    const etag = `"${hash('sha256', stamp, 'base64url')}"`;
    response.set({ 'Cache-Control': 'no-cache', ETag: etag });
    if (hasVersion(request, etag)) response.status(304).end();
    else response.json(slices);
  });

  router.get('/slices/:name/:version/:file', async (request, response, next) => {
    const { name, file } = request.params;
    const version = request.params.version.replace(nextTry, '');
    const known = sliceName.test(name) && sliceVersion.test(version);
    const sent = known && (await sendImmutable(request, response, path.join(store, name, version), file));
    if (!sent) next();
  });
}
