import { hash } from 'node:crypto';
import { isNotModified } from '@archaka/service-kit/server';
import { CommandError, fileKey, type SliceStore, sliceName, sliceVersion } from '@archaka/slice-store';
import type { Request, Response, Router } from 'express';
import { sendImmutableFile } from '../content.ts';
import type { VisitorRegistry } from './resolved-registry.ts';
import type { BuildVerifier } from './slices.ts';

/** A retrying browser uses another address, so as not to wait behind its first request. */
const RETRY_SUFFIX = /-\d{1,3}$/;

interface SliceRouteOptions {
  readonly store: SliceStore;
  readonly verifyBuild: BuildVerifier;
  readonly selectSlices: (request: Request, response: Response) => VisitorRegistry;
  readonly sharedExports: readonly string[];
}

export function registerSliceRoutes(
  router: Router,
  { store, verifyBuild, selectSlices, sharedExports }: SliceRouteOptions,
): void {
  router.get('/slices.json', (request, response) => {
    const { registry, variant } = selectSlices(request, response);
    const etag = `"${hash('sha256', `${registry.revision} ${variant}`, 'base64url')}"`;
    response.set({ 'Cache-Control': 'no-cache', Vary: 'Cookie', ETag: etag });
    if (isNotModified(request, etag)) response.status(304).end();
    else response.json(registry);
  });

  router.get('/platform.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json({ exports: sharedExports });
  });

  router.get('/slices/:name/:version/:file', async (request, response, next) => {
    const { name, file } = request.params;
    const version = request.params.version.replace(RETRY_SUFFIX, '');
    const isServable =
      sliceName.test(name) && sliceVersion.test(version) && (await isVerified(verifyBuild, name, version));
    const read = (each: string) => store.read(fileKey(name, version, each));
    if (!isServable || !(await sendImmutableFile(request, response, { name: file, read }))) next();
  });
}

const isVerified = (verifyBuild: BuildVerifier, name: string, version: string): Promise<boolean> =>
  verifyBuild(name, version).then(
    () => true,
    (error) => {
      if (error instanceof CommandError) return false;
      throw error;
    },
  );
