import {
  counter,
  crossSite,
  invalid,
  isCrossSite,
  type Log,
  refuseByHeaders,
  tooMany,
  wrongMethod,
} from '@archaka/service-kit/server';
import { getBuild, Refusal, type SliceStore } from '@archaka/slice-store';
import express, { type Request, type Router } from 'express';
import { createRate } from '../gateway/rate.ts';
import { type SliceFault, sliceFault } from './fault.ts';

const ADDRESS = '/slices/faults';
const MOST_BYTES = 2048;

/** Many applicants share an address; what one page tells is a few lines. */
const byAddress = { times: 60, seconds: 60 };
/** However many pages fail at once, the log stays readable. */
const byAll = { times: 600, seconds: 60 };

const failures = counter<{ slice: string; kind: SliceFault['kind'] }>({
  name: 'slice_failures_total',
  description: 'Slices that failed in the pages of applicants, by slice and how',
});

interface FaultRoutes {
  readonly store: SliceStore;
  readonly portalOrigin: string;
  readonly log: Log;
}

/** Takes down which slice failed in a page, in which version and how; from visitors too. */
export function faultRoutes(router: Router, { store, portalOrigin, log }: FaultRoutes): void {
  const waits = [createRate(byAddress), createRate(byAll)] as const;
  const readBody = express.json({ limit: MOST_BYTES, inflate: false });

  async function refuseTooMany({ ip = '' }: Request): Promise<void> {
    const seconds = (await waits[0](ip)) || (await waits[1]('all'));
    if (seconds > 0) throw tooMany(seconds);
  }

  router.post(
    ADDRESS,
    async (request, _response, next) => {
      if (isCrossSite(request.headers, portalOrigin)) throw crossSite();
      refuseByHeaders(request, { mayBeBare: false, limit: MOST_BYTES });
      await refuseTooMany(request);
      next();
    },
    readBody,
    async (request, response) => {
      const fault = parse(request.body);
      if (!(await isPublished(store, fault))) throw unknownBuild;
      failures.add({ slice: fault.slice, kind: fault.kind });
      log.warn(fault, 'slice failed');
      response.status(204).end();
    },
  );
  router.all(ADDRESS, () => {
    throw wrongMethod(['POST']);
  });
}

const unknownBuild = invalid([{ field: 'version', message: 'There is no such build.' }]);

function parse(body: unknown): SliceFault {
  const { data, error } = sliceFault.safeParse(body);
  if (data) return data;
  throw invalid(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

/** Whether it is of a slice, and in a version, that a team has published here. */
async function isPublished(store: SliceStore, { slice, version }: SliceFault): Promise<boolean> {
  if (version === undefined) return (await store.list(slice)).length > 0;
  try {
    await getBuild(store, slice, version);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
