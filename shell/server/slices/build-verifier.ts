import { assertSigned, type SliceKey, type SliceStore } from '@archaka/slice-store';

/** @throws HttpProblem that names the build and the reason */
export type BuildVerifier = (name: string, version: string) => Promise<void>;

/** Checks a build once, since the store never overwrites. Undefined `keys`, which production rejects, skip the check. */
export function createBuildVerifier(store: SliceStore, keys: readonly SliceKey[] | undefined): BuildVerifier {
  const verified = new Set<string>();
  return async (name, version) => {
    const build = `${name} ${version}`;
    if (keys === undefined || verified.has(build)) return;
    await assertSigned(store, { name, version }, keys);
    verified.add(build);
  };
}
