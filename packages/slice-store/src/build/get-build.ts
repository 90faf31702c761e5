import { CommandError } from '../command-error.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { computeVersion, recordKey, type SliceBuild, sliceBuild } from './slice-build.ts';

/**
 * The record of a published build.
 * @throws HttpProblem when there is none, or it is not the one that was published
 */
export async function getBuild(store: SliceStore, name: string, version: string): Promise<SliceBuild> {
  const key = recordKey(name, version);
  const record = await store.read(key);
  if (!record) throw new CommandError(`${name} ${version} is not published in ${store.address}.`);
  if (computeVersion(record) !== version) throw new CommandError(`${key} has been tampered with.`);
  return sliceBuild.parse(JSON.parse(record.toString()));
}

/**
 * The whole version that begins with these letters.
 * @throws HttpProblem when none is published that does, or several
 */
export async function getFullVersion(store: SliceStore, name: string, prefix: string): Promise<string> {
  const versions = (await store.list(name)).map((file) => file.replace(/\.json$/, ''));
  const found = versions.filter((version) => version.startsWith(prefix));
  if (found.length === 1 && found[0]) return found[0];
  const reason = found.length === 0 ? 'is not published' : `may be ${found.join(' or ')}`;
  throw new CommandError(`${name} ${prefix} ${reason} in ${store.address}.`);
}
