import type { Log } from '@archaka/service-kit/server';
import {
  assertSigned,
  CommandError,
  findNewestReadable,
  findRevision,
  getBuild,
  openStore,
  type Revision,
  type SliceKey,
  type SliceStore,
} from '@archaka/slice-store';
import type { Request, Response } from 'express';
import type { ShellConfig } from '../config.ts';
import {
  emptyRegistry,
  identifyVisitor,
  type ResolvedRegistry,
  type SliceRelease,
  selectForVisitor,
  toRelease,
  type VisitorRegistry,
} from './resolved-registry.ts';

/** @throws HttpProblem that names the build and the reason */
export type BuildVerifier = (name: string, version: string) => Promise<void>;

/** Checks a build once, since the store never overwrites. Undefined `keys`, which production rejects, skip the check. */
function createBuildVerifier(store: SliceStore, keys: readonly SliceKey[] | undefined): BuildVerifier {
  const verified = new Set<string>();
  return async (name, version) => {
    const build = `${name} ${version}`;
    if (keys === undefined || verified.has(build)) return;
    await assertSigned(store, { name, version }, keys);
    verified.add(build);
  };
}

/** Each poll is one small read. */
const POLL_INTERVAL_MS = 250;

interface RegistryFollower {
  readonly current: () => ResolvedRegistry;
  readonly stop: () => void;
}

interface FollowOptions {
  readonly store: SliceStore;
  readonly verifyBuild: BuildVerifier;
  readonly files: string;
  readonly log: Log;
}

/** Polls once, then again an interval after each poll. @returns stops it */
async function startPolling(poll: () => Promise<void>): Promise<() => void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    await poll();
    if (!isStopped) timer = setTimeout(() => void run(), POLL_INTERVAL_MS);
  }

  await run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Keeps the last revision while the store is unavailable or the log is damaged. */
async function followRegistry(options: FollowOptions): Promise<RegistryFollower> {
  const { store, log } = options;
  let registry = emptyRegistry;
  let lastError = '';

  async function applyRevision(revision: Revision): Promise<void> {
    registry = await resolveRegistry(revision, options);
    log.info(
      { revision: revision.revision, slice: revision.slice, action: revision.action },
      'slice registry applied',
    );
  }

  async function poll(): Promise<void> {
    try {
      if (registry.revision === 0) await loadNewest();
      else await applyNewer();
      lastError = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastError)
        log.error({ err: error }, 'reading the slice registry failed; the last revision stays in use');
      lastError = message;
    }
  }

  async function loadNewest(): Promise<void> {
    const { revision, faults } = await findNewestReadable(store);
    for (const fault of faults)
      log.error({ fault }, 'the slice registry is damaged: run npm run slice -- verify');
    if (revision) await applyRevision(revision);
  }

  async function applyNewer(): Promise<void> {
    let next = await findRevision(store, registry.revision + 1);
    while (next) {
      await applyRevision(next.revision);
      next = await findRevision(store, registry.revision + 1);
    }
  }

  const stop = await startPolling(poll);
  return { current: () => registry, stop };
}

/** Omits and reports a build that is unsigned or altered. */
async function resolveRegistry(
  { revision, slices }: Revision,
  options: FollowOptions,
): Promise<ResolvedRegistry> {
  const entries = await Promise.all(
    Object.entries(slices).map(async ([name, { version, canary }]) => ({
      name,
      stable: await findRelease(name, version, options),
      canary: canary && { share: canary.share, release: await findRelease(name, canary.version, options) },
    })),
  );
  return {
    revision,
    stable: Object.fromEntries(entries.flatMap(({ name, stable }) => (stable ? [[name, stable]] : []))),
    canaries: entries.flatMap(({ name, canary }) =>
      canary?.release ? [{ name, share: canary.share, release: canary.release }] : [],
    ),
  };
}

async function findRelease(
  name: string,
  version: string,
  { store, verifyBuild, files, log }: FollowOptions,
): Promise<SliceRelease | undefined> {
  try {
    await verifyBuild(name, version);
    return toRelease(await getBuild(store, name, version), version, files);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    log.error(
      { slice: name, version, err: error },
      'a build differs from what was published and is not served: publish it again',
    );
    return undefined;
  }
}

export interface Slices {
  readonly store: SliceStore;
  readonly verifyBuild: BuildVerifier;
  readonly selectSlices: (request: Request, response: Response) => VisitorRegistry;
  readonly stop: () => void;
}

type SliceConfig = Pick<ShellConfig, 'SLICE_STORE' | 'SLICE_JWKS' | 'SLICE_FILES_URL' | 'PORTAL_ORIGIN'>;

export async function openSlices(config: SliceConfig, log: Log): Promise<Slices> {
  const store = await openStore(config.SLICE_STORE);
  const files = config.SLICE_FILES_URL?.replace(/\/+$/, '') ?? '/slices';
  const verifyBuild = createBuildVerifier(store, config.SLICE_JWKS?.keys);
  const { current, stop } = await followRegistry({ store, verifyBuild, files, log });
  const secure = config.PORTAL_ORIGIN.startsWith('https:');
  return {
    store,
    verifyBuild,
    selectSlices: (request, response) =>
      selectForVisitor(current(), () => identifyVisitor(request, response, { secure })),
    stop,
  };
}
