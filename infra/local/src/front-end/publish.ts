import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, publish, type SliceSigningKey, signDeployed } from '@archaka/slice-store';

/** A rebuilt remote in the store. */
export interface PublishedRemote {
  readonly name: string;
  /** Hash of its sources. */
  readonly stamp: string;
  readonly version: string;
}

/** The source hash of each remote that a start has deployed. */
export const getRecordPath = (folder: string) => join(folder, 'deployed-by-start.json');

export function readDeployed(folder: string): Record<string, string> {
  try {
    return Object(JSON.parse(readFileSync(getRecordPath(folder), 'utf8')));
  } catch {
    return {}; // Deployed again, with the same result.
  }
}

/** Publishes the remotes that were rebuilt since their last deployment by a start, and signs all offered builds. */
export async function publishChanged(
  stamps: Map<string, string>,
  { folder, rootFolder, key }: { folder: string; rootFolder: string; key: SliceSigningKey },
): Promise<PublishedRemote[]> {
  mkdirSync(folder, { recursive: true });
  const deployed = readDeployed(folder);
  const store = await openStore(folder);
  await signDeployed(store, key);
  const changed = [...stamps].filter(([name, stamp]) => deployed[name] !== stamp);
  return Promise.all(
    changed.map(async ([name, stamp]) => {
      const version = await publish({ store, name, dist: join(rootFolder, name, 'dist'), key });
      return { name, stamp, version };
    }),
  );
}
