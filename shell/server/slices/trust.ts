import { assertSigned, type SliceKey, type SliceStore } from '@archaka/slice-store';

/** Checks that a build is signed by its team. @throws Refusal that says of which build and why */
export type Trust = (name: string, version: string) => Promise<void>;

/**
 * Looks at a build's signature once: what was right stays right, since nothing in the store is written over.
 * @param keys that may sign; undefined where no signature is asked for, which production refuses
 */
export function createTrust(store: SliceStore, keys: readonly SliceKey[] | undefined): Trust {
  const signed = new Set<string>();
  return async (name, version) => {
    const build = `${name} ${version}`;
    if (keys === undefined || signed.has(build)) return;
    await assertSigned(store, { name, version }, keys);
    signed.add(build);
  };
}
