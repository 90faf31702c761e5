import { hash } from 'node:crypto';
import { hasVersion } from '@archaka/service-kit/server';
import { fileKey, Refusal, type SliceStore, sliceName, sliceVersion } from '@archaka/slice-store';
import type { Request, Response, Router } from 'express';
import { sendImmutable } from '../pages/immutable-files.ts';
import type { Shown } from './offer.ts';
import type { Trust } from './trust.ts';

/** A browser that tries again asks under another address, so as not to wait behind its first request. */
const nextTry = /-\d{1,3}$/;

interface SliceRoutes {
  readonly store: SliceStore;
  readonly trust: Trust;
  /** The slices as whoever asks gets them. */
  readonly slicesFor: (request: Request, response: Response) => Shown;
  /** What the running shell lends to slices. */
  readonly lent: readonly string[];
}

/** What runs now, what the shell lends, and the files of every version that was ever published. */
export function sliceRoutes(router: Router, { store, trust, slicesFor, lent }: SliceRoutes): void {
  router.get('/slices.json', (request, response) => {
    const { registry, variant } = slicesFor(request, response);
    const etag = `"${hash('sha256', `${registry.revision} ${variant}`, 'base64url')}"`;
    response.set({ 'Cache-Control': 'no-cache', Vary: 'Cookie', ETag: etag });
    if (hasVersion(request, etag)) response.status(304).end();
    else response.json(registry);
  });

  router.get('/platform.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json({ exports: lent });
  });

  router.get('/slices/:name/:version/:file', async (request, response, next) => {
    const { name, file } = request.params;
    const version = request.params.version.replace(nextTry, '');
    const known =
      sliceName.test(name) && sliceVersion.test(version) && (await isTrusted(trust, name, version));
    const read = (each: string) => store.read(fileKey(name, version, each));
    if (!known || !(await sendImmutable(request, response, { name: file, read }))) next();
  });
}

const isTrusted = (trust: Trust, name: string, version: string): Promise<boolean> =>
  trust(name, version).then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
