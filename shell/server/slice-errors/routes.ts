import {
  assertContentHeaders,
  createCounter,
  createMemoryLimiter,
  crossSite,
  invalid,
  isCrossSite,
  type Log,
  tooMany,
  wrongMethod,
} from '@archaka/service-kit/server';
import { CommandError, getBuild, type SliceStore, sliceName, sliceVersion } from '@archaka/slice-store';
import type { Request, Router } from 'express';
import express from 'express';
import * as z from 'zod';

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

interface SliceErrorRouteOptions {
  readonly store: SliceStore;
  readonly portalOrigin: string;
  readonly log: Log;
}

/** Also accepts reports of visitors. */
export function registerSliceErrorRoutes(
  router: Router,
  { store, portalOrigin, log }: SliceErrorRouteOptions,
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

async function isPublished(store: SliceStore, { slice, version }: SliceError): Promise<boolean> {
  if (version === undefined) return (await store.list(slice)).length > 0;
  try {
    await getBuild(store, slice, version);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}
