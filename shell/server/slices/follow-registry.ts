import type { Log } from '@archaka/service-kit/server';
import { findNewestReadable, findRevision, type Revision, type SliceStore } from '@archaka/slice-store';
import type { BuildVerifier } from './build-verifier.ts';
import { resolveRegistry } from './resolve-registry.ts';
import { emptyRegistry, type ResolvedRegistry } from './resolved-registry.ts';

/** How soon a deployment is seen; the look is one small read that finds nothing. */
const POLL_INTERVAL_MS = 250;

export interface RegistryFollower {
  /** What the newest revision that could be read offers. */
  readonly current: () => ResolvedRegistry;
  readonly stop: () => void;
}

interface FollowOptions {
  readonly store: SliceStore;
  readonly verifyBuild: BuildVerifier;
  /** Address below which browsers find the files of slices. */
  readonly files: string;
  readonly log: Log;
}

/** Takes up each new revision of the registry; while the store is silent or the log is damaged, the last one stays. */
export async function followRegistry({
  store,
  verifyBuild,
  files,
  log,
}: FollowOptions): Promise<RegistryFollower> {
  let registry = emptyRegistry;
  let lastError = '';
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function applyRevision(revision: Revision): Promise<void> {
    registry = await resolveRegistry(revision, { store, verifyBuild, files, log });
    log.info(
      { revision: revision.revision, slice: revision.slice, action: revision.action },
      'slices taken up',
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
        log.error({ err: error }, 'the slice registry cannot be read; what was read stays');
      lastError = message;
    }
    if (!isStopped) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
  }

  async function loadNewest(): Promise<void> {
    const { revision, faults } = await findNewestReadable(store);
    for (const fault of faults) log.error({ fault }, 'the slice registry is damaged');
    if (revision) await applyRevision(revision);
  }

  async function applyNewer(): Promise<void> {
    let next = await findRevision(store, registry.revision + 1);
    while (next) {
      await applyRevision(next.revision);
      next = await findRevision(store, registry.revision + 1);
    }
  }

  await poll();
  return {
    current: () => registry,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
