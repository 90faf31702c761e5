import type { Log } from '@archaka/service-kit/server';
import { CommandError, getBuild, type Revision, type SliceStore } from '@archaka/slice-store';
import type { BuildVerifier } from './build-verifier.ts';
import { type SliceRelease, toRelease } from './release.ts';
import type { ResolvedRegistry } from './resolved-registry.ts';

interface ResolveOptions {
  readonly store: SliceStore;
  readonly verifyBuild: BuildVerifier;
  readonly files: string;
  readonly log: Log;
}

/** Reads the builds a revision names; one that is not signed or not as it was published is left out, and its place says so. */
export async function resolveRegistry(
  { revision, slices }: Revision,
  options: ResolveOptions,
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
  { store, verifyBuild, files, log }: ResolveOptions,
): Promise<SliceRelease | undefined> {
  try {
    await verifyBuild(name, version);
    return toRelease(await getBuild(store, name, version), version, files);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    log.error(
      { slice: name, version, err: error },
      'a build is not as it was published, and is not given to anybody',
    );
    return undefined;
  }
}
