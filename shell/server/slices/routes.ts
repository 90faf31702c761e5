import { hash } from 'node:crypto';
import {
  assertContentHeaders,
  createCounter,
  createMemoryLimiter,
  crossSite,
  invalid,
  isCrossSite,
  isNotModified,
  type Log,
  tooMany,
  wrongMethod,
} from '@archaka/service-kit/server';
import {
  CommandError,
  fileKey,
  getBuild,
  type SliceStore,
  sliceName,
  sliceVersion,
} from '@archaka/slice-store';
import express, { type Request, type Router } from 'express';
import * as z from 'zod';
import { sendImmutableFile } from '../content.ts';
import type { Slices } from './slices.ts';

const sliceErrorKinds = ['missing', 'unreachable', 'unusable', 'threw'] as const;

/** Contains no input of the applicant and no address. */
export const sliceError = z.strictObject({
  slice: z.string().max(40).regex(sliceName),
  /** Absent for a slice that the registry lacks. */
  version: z.string().regex(sliceVersion).optional(),
  kind: z.enum(sliceErrorKinds),
  error: z.string().regex(/^[A-Za-z]{1,40}$/),
});
type SliceError = z.infer<typeof sliceError>;

const ROUTE_PATH = '/slices/faults';
const MAX_BODY_BYTES = 2048;

/** Many applicants may share an address. */
const addressLimit = { times: 60, seconds: 60 };
/** Keeps the log readable. */
const totalLimit = { times: 600, seconds: 60 };

const failureCounter = createCounter<{ slice: string; kind: SliceError['kind'] }>({
  name: 'slice_failures_total',
  description: 'Slices that failed in applicants’ pages, by slice and kind of failure',
});

/** A retrying browser uses another address, so as not to wait behind its first request. */
const RETRY_SUFFIX = /-\d{1,3}$/;

interface SliceRouteOptions {
  readonly slices: Slices;
  readonly sharedExports: readonly string[];
  readonly portalOrigin: string;
  readonly log: Log;
}

export function registerSliceRoutes(
  router: Router,
  { slices, sharedExports, portalOrigin, log }: SliceRouteOptions,
): void {
  const { store } = slices;
  registerErrorRoute(router, { store, portalOrigin, log });

  router.get('/slices.json', (request, response) => {
    const { registry, variant } = slices.selectSlices(request, response);
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
      sliceName.test(name) &&
      sliceVersion.test(version) &&
      (await isFound(slices.verifyBuild(name, version)));
    const read = (each: string) => store.read(fileKey(name, version, each));
    if (!isServable || !(await sendImmutableFile(request, response, { name: file, read }))) next();
  });
}

/** Also accepts reports of visitors. */
function registerErrorRoute(
  router: Router,
  { store, portalOrigin, log }: Pick<SliceRouteOptions, 'portalOrigin' | 'log'> & { store: SliceStore },
): void {
  const limiters = [createMemoryLimiter(addressLimit), createMemoryLimiter(totalLimit)] as const;
  const readBody = express.json({ limit: MAX_BODY_BYTES, inflate: false });

  async function assertWithinLimits({ ip = '' }: Request): Promise<void> {
    const seconds = (await limiters[0](ip)) || (await limiters[1]('all'));
    if (seconds > 0) throw tooMany(seconds);
  }

  router.post(
    ROUTE_PATH,
    async (request, _response, next) => {
      if (isCrossSite(request.headers, portalOrigin)) throw crossSite();
      assertContentHeaders(request, { mayBeEmpty: false, limit: MAX_BODY_BYTES });
      await assertWithinLimits(request);
      next();
    },
    readBody,
    async (request, response) => {
      const report = parseReport(request.body);
      if (!(await isPublished(store, report))) throw unknownBuild;
      failureCounter.add({ slice: report.slice, kind: report.kind });
      log.warn(report, 'slice failed');
      response.status(204).end();
    },
  );
  router.all(ROUTE_PATH, () => {
    throw wrongMethod(['POST']);
  });
}

const unknownBuild = invalid([{ field: 'version', message: 'There is no such build.' }]);

function parseReport(body: unknown): SliceError {
  const { data, error } = sliceError.safeParse(body);
  if (data) return data;
  throw invalid(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

const isPublished = async (store: SliceStore, { slice, version }: SliceError): Promise<boolean> =>
  version === undefined ? (await store.list(slice)).length > 0 : isFound(getBuild(store, slice, version));

const isFound = (build: Promise<unknown>): Promise<boolean> =>
  build.then(
    () => true,
    (error) => {
      if (error instanceof CommandError) return false;
      throw error;
    },
  );
