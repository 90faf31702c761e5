import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CommandError,
  deploy,
  openStore,
  type PortalAddresses,
  publish,
  requestChange,
  type SliceSigningKey,
  signDeployed,
  waitUntilServed,
} from '@archaka/slice-store';
import { readJson, writeJson } from '../json-file.ts';

/** A rebuilt remote in the store. */
export interface PublishedRemote {
  readonly name: string;
  /** Hash of its sources. */
  readonly stamp: string;
  readonly version: string;
}

/** The source hash of each remote that a start has deployed. */
const getRecordPath = (folder: string) => join(folder, 'deployed-by-start.json');

/** Without a readable record they are deployed again, with the same result. */
const readDeployed = (folder: string): Record<string, string> => readJson(getRecordPath(folder)) ?? {};

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

interface DeployOptions {
  /** SLICE_STORE. */
  folder: string;
  portal: PortalAddresses;
  report: (line: string) => void;
}

/** Deploys newly published builds, and waits until pages contain them; later deployments by others stay. */
export async function deployChanged(
  published: PublishedRemote[],
  { folder, portal, report }: DeployOptions,
): Promise<void> {
  const store = await openStore(folder);
  let lastRevision = 0;
  for (const { name, stamp, version } of published) {
    try {
      const change = { slice: name, action: 'deploy', transition: deploy(version), by: 'npm start' } as const;
      const revision = await requestChange({ store, portal, ...change });
      lastRevision = revision?.revision ?? lastRevision;
      writeJson(getRecordPath(folder), { ...readDeployed(folder), [name]: stamp });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      report(`${name} was rebuilt but not deployed. ${error.message}`);
    }
  }
  await waitUntilServed(portal.shell, lastRevision);
}
