import { assertSigned, type SliceKey, type SliceStore } from '@archaka/slice-store';

/** Checks that a build is signed by its team. @throws HttpProblem that says of which build and why */
export type BuildVerifier = (name: string, version: string) => Promise<void>;

/**
 * Looks at a build's signature once: what was right stays right, since nothing in the store is written over.
 * @param keys that may sign; undefined where no signature is asked for, which production refuses
 */
export function createBuildVerifier(store: SliceStore, keys: readonly SliceKey[] | undefined): BuildVerifier {
  const verified = new Set<string>();
  return async (name, version) => {
    const build = `${name} ${version}`;
    if (keys === undefined || verified.has(build)) return;
    await assertSigned(store, { name, version }, keys);
    verified.add(build);
  };
}
