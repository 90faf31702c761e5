import { CommandError } from '@archaka/service-kit/command-line';
import type { SliceStore } from '../store/slice-store.ts';
import { computeVersion, recordKey, type SliceBuild, sliceBuild } from './slice-build.ts';

/** @throws CommandError for a missing build, or one that differs from its version */
export async function getBuild(store: SliceStore, name: string, version: string): Promise<SliceBuild> {
  const key = recordKey(name, version);
  const record = await store.read(key);
  if (!record) throw new CommandError(describeMissing(store, name, version));
  if (computeVersion(record) !== version) throw new CommandError(`${key} has been tampered with.`);
  return sliceBuild.parse(JSON.parse(record.toString()));
}

/** Completes a version prefix. @throws CommandError for none or several matches */
export async function getFullVersion(store: SliceStore, name: string, prefix: string): Promise<string> {
  const versions = (await store.list(name)).map((file) => file.replace(/\.json$/, ''));
  const found = versions.filter((version) => version.startsWith(prefix));
  if (found.length === 1 && found[0]) return found[0];
  if (found.length === 0) throw new CommandError(describeMissing(store, name, prefix));
  throw new CommandError(`${name} ${prefix} may be ${found.join(' or ')} in ${store.address}.`);
}

const describeMissing = (store: SliceStore, name: string, version: string): string =>
  `${name} ${version} is not published in ${store.address}: build it, then npm run slice -- publish ${name}; npm run slice -- list ${name} names what is published.`;
