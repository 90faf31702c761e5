import { CommandError } from '@archaka/command-line';
import type { SliceStore } from '../store/slice-store.ts';
import { computeVersion, recordKey, type SliceBuild, sliceBuild } from './slice-build.ts';

/** @throws CommandError for a missing build, or one that differs from its version */
export async function getBuild(store: SliceStore, name: string, version: string): Promise<SliceBuild> {
  const key = recordKey(name, version);
  const record = await store.read(key);
  if (!record) throw new CommandError(`${name} ${version} is not published in ${store.address}.`);
  if (computeVersion(record) !== version) throw new CommandError(`${key} has been tampered with.`);
  return sliceBuild.parse(JSON.parse(record.toString()));
}

/** Completes a version prefix. @throws CommandError for none or several matches */
export async function getFullVersion(store: SliceStore, name: string, prefix: string): Promise<string> {
  const versions = (await store.list(name)).map((file) => file.replace(/\.json$/, ''));
  const found = versions.filter((version) => version.startsWith(prefix));
  if (found.length === 1 && found[0]) return found[0];
  const reason = found.length === 0 ? 'is not published' : `may be ${found.join(' or ')}`;
  throw new CommandError(`${name} ${prefix} ${reason} in ${store.address}.`);
}
