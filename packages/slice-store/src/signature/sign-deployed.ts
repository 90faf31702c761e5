import { newestReadable } from '../registry/newest-readable.ts';
import { buildsOf, type NamedBuild } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { signBuild } from './sign-build.ts';
import { maySign, type SliceSigningKey } from './slice-key.ts';

/** Signs all that users have or may get back of the key's slices, for builds from before builds were signed. */
export async function signDeployed(store: SliceStore, key: SliceSigningKey): Promise<NamedBuild[]> {
  const { revision } = await newestReadable(store);
  const builds = buildsOf(revision?.slices ?? {}).filter(({ name }) => maySign(key, name));
  await Promise.all(builds.map((build) => signBuild(store, build, key)));
  return builds;
}
