import { findNewestReadable } from '../registry/find-newest-readable.ts';
import { type BuildRef, listBuilds } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { signBuild } from './sign-build.ts';
import { maySign, type SliceSigningKey } from './slice-key.ts';

/** For builds from before signatures. */
export async function signDeployed(store: SliceStore, key: SliceSigningKey): Promise<BuildRef[]> {
  const { revision } = await findNewestReadable(store);
  const builds = listBuilds(revision?.slices ?? {}).filter(({ name }) => maySign(key, name));
  await Promise.all(builds.map((build) => signBuild(store, build, key)));
  return builds;
}
