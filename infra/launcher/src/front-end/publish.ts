import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, publish, type SliceSigningKey, signDeployed } from '@archaka/slice-store';

/** A remote that was built anew and lies in the store. */
export interface Published {
  readonly name: string;
  /** Of the sources it was built from. */
  readonly stamp: string;
  readonly version: string;
}

/** What each remote was built from that a start has deployed. */
export const recordIn = (folder: string) => join(folder, 'deployed-by-start.json');

export function deployedByStart(folder: string): Record<string, string> {
  const record = recordIn(folder);
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
}

/** Puts the remotes that were built anew since a start has deployed them last into the store, and signs all it gives. */
export async function publishNew(
  stamps: Map<string, string>,
  { folder, checkout, key }: { folder: string; checkout: string; key: SliceSigningKey },
): Promise<Published[]> {
  mkdirSync(folder, { recursive: true });
  const deployed = deployedByStart(folder);
  const store = await openStore(folder);
  await signDeployed(store, key);
  const fresh = [...stamps].filter(([name, stamp]) => deployed[name] !== stamp);
  return Promise.all(
    fresh.map(async ([name, stamp]) => {
      const version = await publish({ store, name, dist: join(checkout, name, 'dist'), key });
      return { name, stamp, version };
    }),
  );
}
